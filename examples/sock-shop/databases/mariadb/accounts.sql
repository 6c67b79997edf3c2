-- Customers. Runs at every start: nothing here may change what is already there. One statement ends at each semicolon.
-- Three demo shoppers, all invented: astrid / wool, liwei / silk, ola / cotton.
CREATE DATABASE IF NOT EXISTS accounts CHARACTER SET utf8mb4;
USE accounts;
CREATE TABLE IF NOT EXISTS customer (
  id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(80) NOT NULL, login VARCHAR(40) NOT NULL UNIQUE,
  salt CHAR(32) NOT NULL, hash CHAR(64) NOT NULL
);
CREATE TABLE IF NOT EXISTS address (
  customer INT PRIMARY KEY, street VARCHAR(80) NOT NULL, postcode VARCHAR(10) NOT NULL, city VARCHAR(40) NOT NULL,
  country CHAR(2) NOT NULL, FOREIGN KEY (customer) REFERENCES customer (id)
);
CREATE TABLE IF NOT EXISTS card (
  customer INT PRIMARY KEY, last_digits CHAR(4) NOT NULL, expires CHAR(5) NOT NULL,
  FOREIGN KEY (customer) REFERENCES customer (id)
);
CREATE TABLE IF NOT EXISTS session (
  token CHAR(64) PRIMARY KEY, customer INT NOT NULL, begun TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, KEY (begun)
);
DELETE FROM session WHERE begun < NOW() - INTERVAL 7 DAY;
INSERT IGNORE INTO customer VALUES
  (1, 'Astrid Berg', 'astrid',
   '3f464f93d7a7124164019ab13ade38e5',
   'a74e656f340d3b52ac5cffc74f36eb2c9da5b9cd3f1368ac0af87564cc948dc9'),
  (2, 'Li Wei', 'liwei',
   '1f180407d74cdf569d645c366f7c38e2',
   '285277c3b6a0a4803a1db9d0de9620998c61699868c43e20a8e233361b01fc47'),
  (3, 'Ola Moen', 'ola',
   'bd6eac737a5f33fca027685af17f05d2',
   'bfaf76dfda80873f439fb4492af88fab2c37a85a29abcb9890dbef6b7bf55c8d');
INSERT IGNORE INTO address VALUES
  (1, 'Strandgaten 12', '5013', 'Bergen', 'NO'),
  (2, 'Renmin Dadao 58', '570228', 'Haikou', 'CN'),
  (3, 'Karl Johans gate 3', '0154', 'Oslo', 'NO');
INSERT IGNORE INTO card VALUES (1, '4242', '11/28'), (2, '8810', '04/29'), (3, '1881', '09/27');

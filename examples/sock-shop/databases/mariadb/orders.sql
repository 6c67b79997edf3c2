-- Orders. Runs at every start: nothing here may change what is already there. One statement ends at each semicolon.
CREATE DATABASE IF NOT EXISTS orders CHARACTER SET utf8mb4;
USE orders;
CREATE TABLE IF NOT EXISTS purchase (
  id CHAR(32) PRIMARY KEY, customer INT NOT NULL, total INT NOT NULL, tracking CHAR(11) NOT NULL,
  made TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, KEY (customer)
);
CREATE TABLE IF NOT EXISTS item (
  purchase CHAR(32) NOT NULL, sock VARCHAR(40) NOT NULL, name VARCHAR(80) NOT NULL, price INT NOT NULL, quantity INT NOT NULL,
  PRIMARY KEY (purchase, sock), FOREIGN KEY (purchase) REFERENCES purchase (id)
);

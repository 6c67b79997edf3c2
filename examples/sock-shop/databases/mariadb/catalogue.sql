-- The socks. Runs at every start: nothing here may change what is already there. One statement ends at each semicolon.
CREATE DATABASE IF NOT EXISTS catalogue CHARACTER SET utf8mb4;
USE catalogue;
CREATE TABLE IF NOT EXISTS sock (
  id VARCHAR(40) PRIMARY KEY, place INT NOT NULL, name VARCHAR(80) NOT NULL, description VARCHAR(400) NOT NULL,
  price INT NOT NULL, stock INT NOT NULL, pattern VARCHAR(20) NOT NULL, colours VARCHAR(60) NOT NULL
);
CREATE TABLE IF NOT EXISTS tag (name VARCHAR(20) PRIMARY KEY);
CREATE TABLE IF NOT EXISTS sock_tag (
  sock VARCHAR(40) NOT NULL, tag VARCHAR(20) NOT NULL, PRIMARY KEY (sock, tag), KEY (tag),
  FOREIGN KEY (sock) REFERENCES sock (id), FOREIGN KEY (tag) REFERENCES tag (name)
);
INSERT IGNORE INTO tag VALUES ('blue'), ('cotton'), ('festive'), ('green'), ('grey'), ('orange'), ('red'), ('wool');
INSERT IGNORE INTO sock VALUES
  ('stormy-fjord', 1, 'Stormy Fjord', 'Deep water blues in waves. Warm merino for the ferry deck, where the wind has no manners.',
   149, 27, 'waves', '#16324f,#3d7ea6,#cfe8ef'),
  ('midnight-sun', 2, 'Midnight Sun', 'Stripes that never get dark. For those who mow the lawn at two in the morning.',
   129, 34, 'stripes', '#f2a541,#e4572e,#fff1d0'),
  ('lingonberry', 3, 'Lingonberry', 'Small red berries on cream. Tart, cheerful, and machine washable.',
   119, 41, 'dots', '#f7ede2,#c1121f,#780000'),
  ('argyle-explorer', 4, 'Argyle Explorer', 'A classic for reading maps in an armchair. Diamonds, and not a single blister.',
   159, 48, 'argyle', '#2d4739,#a3b18a,#e9d8a6'),
  ('northern-lights', 5, 'Northern Lights', 'Green on black, and they do dance. Best seen while looking up.',
   169, 55, 'waves', '#0b132b,#2dd4a7,#9b5de5'),
  ('sunday-hearts', 6, 'Sunday Hearts', 'For slow mornings, second coffees and the person who makes them.',
   119, 62, 'hearts', '#ffd6e0,#d6336c,#fff'),
  ('zigzag-trail', 7, 'Zigzag Trail', 'Switchbacks all the way up. Padded where the boot is not.',
   139, 69, 'zigzag', '#6d4c3d,#e09f3e,#fff3b0'),
  ('plain-sailing', 8, 'Plain Sailing', 'Navy with a white tip. Nothing more, nothing less, nothing itches.',
   89, 76, 'tipped', '#1d3557,#f1faee,#e63946'),
  ('fog-on-the-quay', 9, 'Fog on the Quay', 'Quiet greys for quiet days. Goes with rain, and with everything else.',
   99, 23, 'stripes', '#8d99ae,#edf2f4,#2b2d42'),
  ('moss-and-stone', 10, 'Moss and Stone', 'Thick, ribbed and honest. Knitted for huts without a stove.',
   149, 30, 'tipped', '#606c38,#dda15e,#283618'),
  ('polar-dots', 11, 'Polar Dots', 'Snow in the dark, sorted neatly. Keeps ten toes on speaking terms.',
   129, 37, 'dots', '#22223b,#f2e9e4,#9a8c98'),
  ('seventeenth-of-may', 12, 'Seventeenth of May', 'Red, white and blue for parades and ice cream. Marching is optional.',
   139, 44, 'zigzag', '#ba0c2f,#ffffff,#00205b');
INSERT IGNORE INTO sock_tag VALUES
  ('stormy-fjord', 'blue'), ('stormy-fjord', 'wool'),
  ('midnight-sun', 'orange'), ('midnight-sun', 'cotton'),
  ('lingonberry', 'red'), ('lingonberry', 'cotton'),
  ('argyle-explorer', 'green'), ('argyle-explorer', 'wool'),
  ('northern-lights', 'green'), ('northern-lights', 'wool'), ('northern-lights', 'festive'),
  ('sunday-hearts', 'red'), ('sunday-hearts', 'cotton'), ('sunday-hearts', 'festive'),
  ('zigzag-trail', 'orange'), ('zigzag-trail', 'wool'),
  ('plain-sailing', 'blue'), ('plain-sailing', 'cotton'),
  ('fog-on-the-quay', 'grey'), ('fog-on-the-quay', 'cotton'),
  ('moss-and-stone', 'green'), ('moss-and-stone', 'wool'),
  ('polar-dots', 'grey'), ('polar-dots', 'wool'),
  ('seventeenth-of-may', 'red'), ('seventeenth-of-may', 'blue'), ('seventeenth-of-may', 'festive');

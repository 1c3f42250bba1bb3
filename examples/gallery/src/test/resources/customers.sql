-- Runs once, when a server starts; what it makes is there for each test class.
CREATE TABLE customers USING parquet AS
SELECT * FROM VALUES ('c1', 'Ada'), ('c2', 'Grace') AS t(id, name);

CREATE VIEW first_names AS SELECT name FROM customers;

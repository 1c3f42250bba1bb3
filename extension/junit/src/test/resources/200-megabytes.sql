-- Random numbers, because anything else would be compressed to less.
CREATE TABLE large USING parquet AS
SELECT id, rand(1) AS a, rand(2) AS b, rand(3) AS c FROM range(8500000);

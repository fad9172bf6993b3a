-- This number was left out. It does nothing, so that the numbers have no hole and no applied migration changes its name.
SELECT 1;

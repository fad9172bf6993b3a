-- A statement that must have written certain rows fails where one of them is missing, so that whatever is sent behind it,
-- the commit included, does nothing. no_data_found (P0002); its message names what is missing.
CREATE FUNCTION require_rows(missing text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF missing <> '' THEN
    RAISE EXCEPTION USING ERRCODE = 'no_data_found', MESSAGE = missing;
  END IF;
END $$;

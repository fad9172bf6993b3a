-- Counts what leaves the lists of the home page: open challenges, and missions that look for a contributor. With it the version
-- of that page does not come back when a record comes into a list and leaves it again. A sequence is never set back, not even by
-- a transaction that is; the row's lock orders its moves behind whatever brought the record into the list.
CREATE SEQUENCE list_exits;

CREATE FUNCTION count_list_exit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM nextval('list_exits');
  RETURN NULL;
END
$$;

CREATE TRIGGER challenge_list_exit AFTER UPDATE OF state ON "Challenge" FOR EACH ROW
  WHEN (OLD.state = 'OPEN' AND NEW.state <> 'OPEN') EXECUTE FUNCTION count_list_exit();

CREATE TRIGGER mission_list_exit AFTER UPDATE OF state ON "Mission" FOR EACH ROW
  WHEN (OLD.state = 'SEED' AND NEW.state <> 'SEED') EXECUTE FUNCTION count_list_exit();

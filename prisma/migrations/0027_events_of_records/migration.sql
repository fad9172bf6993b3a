-- The log tells everybody what happens to challenges and missions, and nothing else (docs/decisions.md#events). The posts of the outbox have
-- histories too, for moderators only: their events leave the queue without a position. Whether a record is there is asked here
-- and not when its event is queued, because only what is committed is seen whole.
CREATE OR REPLACE FUNCTION log_events(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  head bigint;
  done integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('EventLog'));
  SELECT coalesce(max(position), 0) INTO head FROM "EventLog";
  WITH taken AS (
    DELETE FROM "EventQueue" WHERE id IN (SELECT id FROM "EventQueue" ORDER BY id LIMIT most) RETURNING *
  ), named AS (
    SELECT t.*, CASE WHEN (SELECT true FROM "Challenge" c WHERE c.id = t."recordId") THEN 'challenge'
      WHEN (SELECT true FROM "Mission" m WHERE m.id = t."recordId") THEN 'mission' END AS type
    FROM taken t
  ), logged AS (
    INSERT INTO "EventLog" (position, "recordId", seq, "recordType", actor)
      SELECT head + row_number() OVER (ORDER BY n.id), n."recordId", n.seq, n.type::"RecordType", n.actor
      FROM named n WHERE n.type IS NOT NULL
  )
  -- What was taken, logged or not: whoever empties the queue goes on while a batch is full.
  SELECT count(*) INTO done FROM taken;
  RETURN done;
END $$;

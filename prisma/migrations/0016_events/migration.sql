-- CreateTable
CREATE TABLE "EventQueue" (
    "id" BIGSERIAL NOT NULL,
    "recordId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "actor" TEXT,

    CONSTRAINT "EventQueue_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EventLog" (
    "position" BIGINT NOT NULL,
    "recordId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "recordType" "RecordType" NOT NULL,
    "actor" TEXT,

    CONSTRAINT "EventLog_pkey" PRIMARY KEY ("position")
);

-- CreateIndex
CREATE INDEX "EventLog_recordId_position_idx" ON "EventLog"("recordId", "position");

-- CreateIndex
CREATE INDEX "EventLog_actor_position_idx" ON "EventLog"("actor", "position");

-- CreateIndex
CREATE INDEX "EventLog_recordType_position_idx" ON "EventLog"("recordType", "position");

-- What Prisma's schema language cannot say.

-- Every event of a history waits in the queue from the transaction that made it, whoever wrote it.
CREATE FUNCTION queue_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "EventQueue" ("recordId", seq, actor) VALUES (NEW."recordId", NEW.seq, NEW.actor);
  RETURN NULL;
END $$;
CREATE TRIGGER queued AFTER INSERT ON "HistoryEvent" FOR EACH ROW EXECUTE FUNCTION queue_event();

-- Gives the queued events their positions, one caller after the other (docs/decisions.md#events): what it sees is committed, so nothing
-- can come before it any more. Of one record the later event was made by who had read the earlier one, and waits behind it.
CREATE FUNCTION log_events(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  head bigint;
  logged integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('EventLog'));
  SELECT coalesce(max(position), 0) INTO head FROM "EventLog";
  WITH taken AS (
    DELETE FROM "EventQueue" WHERE id IN (SELECT id FROM "EventQueue" ORDER BY id LIMIT most) RETURNING *
  )
  INSERT INTO "EventLog" (position, "recordId", seq, "recordType", actor)
    SELECT head + row_number() OVER (ORDER BY t.id), t."recordId", t.seq,
      (CASE WHEN EXISTS (SELECT 1 FROM "Challenge" c WHERE c.id = t."recordId") THEN 'challenge' ELSE 'mission' END)::"RecordType", t.actor
    FROM taken t;
  GET DIAGNOSTICS logged = ROW_COUNT;
  RETURN logged;
END $$;

-- What happened before there was a log: in the order of its times, and each record's events in theirs.
INSERT INTO "EventLog" (position, "recordId", seq, "recordType", actor)
  SELECT row_number() OVER (ORDER BY h.reached, h."recordId", h.seq), h."recordId", h.seq,
    (CASE WHEN EXISTS (SELECT 1 FROM "Challenge" c WHERE c.id = h."recordId") THEN 'challenge' ELSE 'mission' END)::"RecordType", h.actor
  FROM (SELECT "recordId", seq, actor, max(at) OVER (PARTITION BY "recordId" ORDER BY seq) AS reached FROM "HistoryEvent") h;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "EventLog" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "EventLog" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

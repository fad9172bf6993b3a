-- CreateTable
CREATE TABLE "SentBack" (
    "verdictId" UUID NOT NULL,
    "recordId" UUID NOT NULL,

    CONSTRAINT "SentBack_pkey" PRIMARY KEY ("verdictId")
);

-- CreateIndex
CREATE UNIQUE INDEX "SentBack_recordId_key" ON "SentBack"("recordId");

-- What Prisma's schema language cannot say.

-- Notes the last verdict about what a record shows last, if the record was sent back and nobody has answered yet.
CREATE FUNCTION note_sent_back(record uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "SentBack" WHERE "recordId" = record;
  INSERT INTO "SentBack" ("verdictId", "recordId")
    SELECT v.id, record FROM (
      SELECT (SELECT p.id FROM "Proof" p WHERE p."missionId" = m.id AND p."hiddenAt" IS NULL ORDER BY p.id DESC LIMIT 1) AS subject
        FROM "Mission" m WHERE m.id = record AND m.state = 'CHANGES_REQUESTED' AND m."hiddenAt" IS NULL
      UNION ALL SELECT (SELECT d.id FROM "Decision" d WHERE d."challengeId" = c.id ORDER BY d.id DESC LIMIT 1)
        FROM "Challenge" c WHERE c.id = record AND c.state = 'AWAITING_DECISION' AND c."hiddenAt" IS NULL) r
    JOIN LATERAL (SELECT w.id FROM "SignedVerdict" w WHERE w."subjectId" = r.subject ORDER BY w.id DESC LIMIT 1) v ON true;
END $$;

-- After the whole statement, which writes the verdict too.
CREATE FUNCTION follow_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_sent_back(NEW.id);
  RETURN NULL;
END $$;
-- A challenge that was open has had no decision yet.
CREATE TRIGGER sent_back AFTER UPDATE OF state, "hiddenAt" ON "Challenge" FOR EACH ROW
  WHEN (OLD.state <> 'OPEN' AND (OLD.state = 'AWAITING_DECISION' AND OLD."hiddenAt" IS NULL)
    <> (NEW.state = 'AWAITING_DECISION' AND NEW."hiddenAt" IS NULL)) EXECUTE FUNCTION follow_record();
CREATE TRIGGER sent_back AFTER UPDATE OF state, "hiddenAt" ON "Mission" FOR EACH ROW
  WHEN ((OLD.state = 'CHANGES_REQUESTED' AND OLD."hiddenAt" IS NULL)
    <> (NEW.state = 'CHANGES_REQUESTED' AND NEW."hiddenAt" IS NULL)) EXECUTE FUNCTION follow_record();

CREATE FUNCTION follow_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_sent_back(NEW."missionId");
  RETURN NULL;
END $$;
CREATE TRIGGER sent_back AFTER UPDATE OF "hiddenAt" ON "Proof" FOR EACH ROW
  WHEN ((OLD."hiddenAt" IS NULL) <> (NEW."hiddenAt" IS NULL)) EXECUTE FUNCTION follow_proof();

SELECT note_sent_back(id) FROM "Mission" WHERE state = 'CHANGES_REQUESTED' AND "hiddenAt" IS NULL;
SELECT note_sent_back(c.id) FROM "Challenge" c
WHERE c.state = 'AWAITING_DECISION' AND c."hiddenAt" IS NULL AND EXISTS (SELECT 1 FROM "Decision" d WHERE d."challengeId" = c.id);

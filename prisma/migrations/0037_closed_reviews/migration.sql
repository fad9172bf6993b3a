-- What Prisma's schema language cannot say.

-- What was submitted to a challenge or a mission that has ended stays submitted, and nobody can judge it any more. The triggers come
-- first: whoever is writing locks the record before its parts, too.
CREATE FUNCTION close_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Decision" SET closed = NEW.state IN ('CONVERTED_TO_MISSION', 'CANCELLED') OR NEW."hiddenAt" IS NOT NULL
    WHERE "challengeId" = NEW.id AND status = 'submitted';
  RETURN NULL;
END $$;
CREATE TRIGGER closed AFTER UPDATE OF state, "hiddenAt" ON "Challenge" FOR EACH ROW
  WHEN ((OLD.state IN ('CONVERTED_TO_MISSION', 'CANCELLED') OR OLD."hiddenAt" IS NOT NULL)
    <> (NEW.state IN ('CONVERTED_TO_MISSION', 'CANCELLED') OR NEW."hiddenAt" IS NOT NULL)) EXECUTE FUNCTION close_decisions();

-- Proofs that are hidden themselves too: each may be restored later.
CREATE FUNCTION close_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Proof" SET closed = NEW.state IN ('COMPLETED', 'FAILED', 'ABANDONED') OR NEW."hiddenAt" IS NOT NULL
    WHERE "missionId" = NEW.id AND status = 'submitted';
  RETURN NULL;
END $$;
CREATE TRIGGER closed AFTER UPDATE OF state, "hiddenAt" ON "Mission" FOR EACH ROW
  WHEN ((OLD.state IN ('COMPLETED', 'FAILED', 'ABANDONED') OR OLD."hiddenAt" IS NOT NULL)
    <> (NEW.state IN ('COMPLETED', 'FAILED', 'ABANDONED') OR NEW."hiddenAt" IS NOT NULL)) EXECUTE FUNCTION close_proofs();

-- AlterTable
ALTER TABLE "Decision" ADD COLUMN     "closed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Proof" ADD COLUMN     "closed" BOOLEAN NOT NULL DEFAULT false;

UPDATE "Decision" d SET closed = true FROM "Challenge" c
WHERE c.id = d."challengeId" AND d.status = 'submitted'
  AND (c.state IN ('CONVERTED_TO_MISSION', 'CANCELLED') OR c."hiddenAt" IS NOT NULL);
UPDATE "Proof" p SET closed = true FROM "Mission" m
WHERE m.id = p."missionId" AND p.status = 'submitted'
  AND (m.state IN ('COMPLETED', 'FAILED', 'ABANDONED') OR m."hiddenAt" IS NOT NULL);

-- The queue of reviews, oldest first, however many of them nobody can judge any more.
DROP INDEX "Decision_review_queue";
CREATE INDEX "Decision_review_queue" ON "Decision" (closed, id) WHERE status = 'submitted';
DROP INDEX "Proof_review_queue";
CREATE INDEX "Proof_review_queue" ON "Proof" (closed, id) WHERE status = 'submitted' AND "hiddenAt" IS NULL;

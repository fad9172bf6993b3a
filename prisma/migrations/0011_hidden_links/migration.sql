-- A moderator can hide a response link, and the reason that somebody gave for the end of a Muse link.
ALTER TYPE "RecordType" ADD VALUE 'submission';
ALTER TYPE "RecordType" ADD VALUE 'muse-link';

-- A response link has an id of its own, made of its time like every other (UUIDv7, RFC 9562); of the links that are there,
-- the rest of it is made of what they are, so that two databases with the same records give them the same ids.
DROP TRIGGER append_only ON "Submission";
ALTER TABLE "Submission" ADD COLUMN "id" UUID,
  ADD COLUMN "hiddenAt" TIMESTAMPTZ(3);
UPDATE "Submission" s SET id = (
    lpad(to_hex((extract(epoch FROM s."submittedAt") * 1000)::bigint), 12, '0') || '7' || substr(made.hash, 1, 3)
    || '8' || substr(made.hash, 4, 15)
  )::uuid
  FROM (SELECT "challengeId", side, md5("challengeId"::text || side::text) AS hash FROM "Submission") made
  WHERE made."challengeId" = s."challengeId" AND made.side = s.side;
ALTER TABLE "Submission" ALTER COLUMN "id" SET NOT NULL,
  ALTER COLUMN "id" SET DEFAULT gen_random_uuid();
ALTER TABLE "Submission" DROP CONSTRAINT "Submission_pkey",
  ADD CONSTRAINT "Submission_pkey" PRIMARY KEY ("id");

-- One link of a side is shown at most. A hidden one makes room for another, and stays.
CREATE UNIQUE INDEX "Submission_challengeId_side_hiddenAt_key" ON "Submission" ("challengeId", "side", "hiddenAt") NULLS NOT DISTINCT;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "Submission" FOR EACH ROW EXECUTE FUNCTION refuse_change_but_hiding();

-- So a second proposal can become the response of a side whose first link, also a proposal, is hidden.
DROP INDEX "Proposal_one_side";

ALTER TABLE "MuseLink" ADD COLUMN "hiddenAt" TIMESTAMPTZ(3);
ALTER TABLE "MuseLink" ADD CONSTRAINT "MuseLink_hidden" CHECK ("hiddenAt" IS NULL OR "unlinkReason" IS NOT NULL);
DROP TRIGGER kept ON "MuseLink";
DROP TRIGGER ended_once ON "MuseLink";
CREATE TRIGGER kept BEFORE UPDATE ON "MuseLink" FOR EACH ROW
  EXECUTE FUNCTION refuse_rewrite('unlinkedAt', 'unlinkedBy', 'unlinkReason', 'hiddenAt');
CREATE TRIGGER ended_once BEFORE UPDATE ON "MuseLink" FOR EACH ROW
  WHEN (OLD."unlinkedAt" IS NOT NULL AND (OLD."unlinkedAt", OLD."unlinkedBy", OLD."unlinkReason")
    IS DISTINCT FROM (NEW."unlinkedAt", NEW."unlinkedBy", NEW."unlinkReason")) EXECUTE FUNCTION refuse_change();

-- AlterEnum
ALTER TYPE "RecordType" ADD VALUE 'release';

-- CreateTable
CREATE TABLE "Release" (
    "id" UUID NOT NULL,
    "missionId" UUID NOT NULL,
    "releasedBy" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "releasedAt" TIMESTAMPTZ(3) NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3),

    CONSTRAINT "Release_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Release_missionId_idx" ON "Release"("missionId");

-- AddForeignKey
ALTER TABLE "Release" ADD CONSTRAINT "Release_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "Release" FOR EACH ROW EXECUTE FUNCTION refuse_change_but_hiding();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "Release" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An erasure by law reaches the reason of a release.
CREATE OR REPLACE FUNCTION erasable(fact text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE fact
    WHEN 'Challenge' THEN ARRAY['title', 'prompt', 'rewardDescription', 'contenderA', 'contenderB', 'cancelReason']
    WHEN 'ChallengeTitle' THEN ARRAY['folded']
    WHEN 'Submission' THEN ARRAY['url']
    WHEN 'Decision' THEN ARRAY['decisionUrl', 'explanation']
    WHEN 'Mission' THEN ARRAY['title', 'summary', 'deliverable', 'definitionOfDone', 'requiredProof', 'rewardTerms', 'sourceUrl', 'decisionUrl', 'bountyCurrency']
    WHEN 'MissionTitle' THEN ARRAY['folded']
    WHEN 'Milestone' THEN ARRAY['title']
    WHEN 'Proof' THEN ARRAY['url', 'note']
    WHEN 'Release' THEN ARRAY['reason']
    WHEN 'EvidenceFile' THEN ARRAY['erasedAt']
    WHEN 'SignedVerdict' THEN ARRAY['words', 'message']
    WHEN 'SigningNonce' THEN ARRAY['message', 'content']
    WHEN 'Receipt' THEN ARRAY['body']
    WHEN 'HistoryEvent' THEN ARRAY['data']
    WHEN 'PlatformThread' THEN ARRAY['channel', 'originPostUrl', 'threadUrl']
    WHEN 'Proposal' THEN ARRAY['authorName', 'text', 'url']
    WHEN 'OutboxItem' THEN ARRAY['channel', 'payload']
    WHEN 'MuseLink' THEN ARRAY['unlinkReason']
    WHEN 'SourcePost' THEN ARRAY['url', 'channel', 'title', 'description', 'siteName', 'authorName', 'imageUrl']
    WHEN 'Commitment' THEN ARRAY['description', 'currency', 'url']
    WHEN 'ProjectDecision' THEN ARRAY['reason', 'reviewerName']
    WHEN 'FundingRecord' THEN ARRAY['transactionUrl', 'currency', 'note']
    WHEN 'ProjectEvidence' THEN ARRAY['url', 'note']
    WHEN 'Hiding' THEN ARRAY['reason', 'restoreReason']
    WHEN 'Report' THEN ARRAY['reason', 'settleReason']
    WHEN 'Notification' THEN ARRAY['body']
    ELSE ARRAY[]::text[]
  END
$$;

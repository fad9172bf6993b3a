-- CreateEnum
CREATE TYPE "RecordType" AS ENUM ('challenge', 'mission', 'proof', 'proposal', 'evidence', 'commitment', 'funding', 'decision');

-- CreateEnum
CREATE TYPE "ReportState" AS ENUM ('open', 'hidden', 'dismissed');

-- CreateTable
CREATE TABLE "Hiding" (
    "id" UUID NOT NULL,
    "recordType" "RecordType" NOT NULL,
    "recordId" UUID NOT NULL,
    "parentId" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "hiddenBy" TEXT NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3) NOT NULL,
    "restoreReason" TEXT,
    "restoredBy" TEXT,
    "restoredAt" TIMESTAMPTZ(3),

    CONSTRAINT "Hiding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Report" (
    "id" UUID NOT NULL,
    "recordType" "RecordType" NOT NULL,
    "recordId" UUID NOT NULL,
    "parentId" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "reportedBy" TEXT NOT NULL,
    "reportedAt" TIMESTAMPTZ(3) NOT NULL,
    "state" "ReportState" NOT NULL,
    "settledBy" TEXT,
    "settledAt" TIMESTAMPTZ(3),
    "settleReason" TEXT,

    CONSTRAINT "Report_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "Notification" ADD COLUMN     "hiddenAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Notification_href_idx" ON "Notification"("href");

-- CreateIndex
CREATE UNIQUE INDEX "Report_recordId_reportedBy_key" ON "Report"("recordId", "reportedBy");

-- What Prisma's schema language cannot say.

-- A record is hidden once at a time; the same index finds what of a challenge or mission is hidden now.
CREATE UNIQUE INDEX "Hiding_now" ON "Hiding" ("parentId", "recordId") WHERE "restoredAt" IS NULL;
ALTER TABLE "Hiding" ADD CONSTRAINT "Hiding_end" CHECK (
  ("restoredAt" IS NULL) = ("restoredBy" IS NULL) AND ("restoredAt" IS NULL) = ("restoreReason" IS NULL));

-- Newest first: what is hidden now, and reports by what became of them.
CREATE INDEX "Hiding_hidden" ON "Hiding" (id DESC) WHERE "restoredAt" IS NULL;
CREATE INDEX "Hiding_restored" ON "Hiding" (id DESC) WHERE "restoredAt" IS NOT NULL;
CREATE INDEX "Report_list_state" ON "Report" (state, id DESC);
CREATE INDEX "Report_open" ON "Report" ("recordId") WHERE state = 'open';
ALTER TABLE "Report" ADD CONSTRAINT "Report_end" CHECK (
  (state = 'open') = ("settledAt" IS NULL) AND (state = 'open') = ("settledBy" IS NULL)
  AND (state = 'open') = ("settleReason" IS NULL));

-- Both keep what they were told, end once, and are never taken back.
CREATE TRIGGER kept BEFORE UPDATE ON "Hiding" FOR EACH ROW
  EXECUTE FUNCTION refuse_rewrite('restoreReason', 'restoredBy', 'restoredAt');
CREATE TRIGGER ended_once BEFORE UPDATE ON "Hiding" FOR EACH ROW
  WHEN (OLD."restoredAt" IS NOT NULL) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE ON "Report" FOR EACH ROW
  EXECUTE FUNCTION refuse_rewrite('state', 'settledBy', 'settledAt', 'settleReason');
CREATE TRIGGER ended_once BEFORE UPDATE ON "Report" FOR EACH ROW
  WHEN (OLD.state <> 'open') EXECUTE FUNCTION refuse_change();

DO $$
DECLARE kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['Hiding', 'Report'] LOOP
    EXECUTE format('CREATE TRIGGER nothing_deleted BEFORE DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', kept);
    EXECUTE format('CREATE TRIGGER nothing_truncated BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', kept);
  END LOOP;
END $$;

-- What is hidden is absent from these too: the deadline tick, and what a wallet has not read.
DROP INDEX "Challenge_due";
CREATE INDEX "Challenge_due" ON "Challenge" ("submissionDeadline", id) WHERE state = 'OPEN' AND "hiddenAt" IS NULL;
DROP INDEX "Notification_unread";
CREATE INDEX "Notification_unread" ON "Notification" (wallet) WHERE "readAt" IS NULL AND "hiddenAt" IS NULL;

-- Which records name a transaction: one that only hidden records name is not looked up.
CREATE INDEX "Mission_bounty" ON "Mission" ("bountyTxHash") WHERE "bountyTxHash" IS NOT NULL;
CREATE INDEX "Proof_transaction" ON "Proof" ("txHash") WHERE "txHash" IS NOT NULL;
CREATE INDEX "FundingRecord_transaction" ON "FundingRecord" ("txHash") WHERE "txHash" IS NOT NULL;
CREATE INDEX "ProjectEvidence_transaction" ON "ProjectEvidence" ("txHash") WHERE "txHash" IS NOT NULL;

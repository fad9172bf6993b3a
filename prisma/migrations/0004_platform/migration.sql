-- CreateEnum
CREATE TYPE "ProposalStatus" AS ENUM ('pending', 'accepted', 'rejected');

-- CreateEnum
CREATE TYPE "OutboxKind" AS ENUM ('announce', 'mission-update', 'receipt');

-- CreateEnum
CREATE TYPE "OutboxState" AS ENUM ('preview', 'approved', 'sending', 'sent', 'failed', 'uncertain', 'cancelled');

-- CreateEnum
CREATE TYPE "MuseLinkMethod" AS ENUM ('ed25519-challenge', 'signed-post');

-- CreateTable
CREATE TABLE "PlatformThread" (
    "challengeId" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "originPostUrl" TEXT,
    "postId" BIGINT,
    "threadUrl" TEXT,
    "linkedBy" TEXT NOT NULL,
    "linkedAt" TIMESTAMPTZ(3) NOT NULL,
    "syncedAt" TIMESTAMPTZ(3),
    "lastSync" JSONB,
    "triedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PlatformThread_pkey" PRIMARY KEY ("challengeId")
);

-- CreateTable
CREATE TABLE "Proposal" (
    "id" UUID NOT NULL,
    "challengeId" UUID NOT NULL,
    "postId" BIGINT NOT NULL,
    "museId" TEXT NOT NULL,
    "authorName" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "postedAt" TIMESTAMPTZ(3) NOT NULL,
    "importedAt" TIMESTAMPTZ(3) NOT NULL,
    "status" "ProposalStatus" NOT NULL,
    "side" "Side",
    "decidedBy" TEXT,
    "decidedAt" TIMESTAMPTZ(3),
    "hiddenAt" TIMESTAMPTZ(3),

    CONSTRAINT "Proposal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OutboxItem" (
    "id" UUID NOT NULL,
    "kind" "OutboxKind" NOT NULL,
    "state" "OutboxState" NOT NULL,
    "challengeId" UUID,
    "missionId" UUID,
    "channel" TEXT NOT NULL,
    "parentPostId" BIGINT,
    "payload" TEXT NOT NULL,
    "payloadHash" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attemptedAt" TIMESTAMPTZ(3),
    "postId" BIGINT,
    "postUrl" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "historySeq" INTEGER NOT NULL,
    "historyHead" TEXT NOT NULL,

    CONSTRAINT "OutboxItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MuseLink" (
    "id" UUID NOT NULL,
    "museId" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "method" "MuseLinkMethod" NOT NULL,
    "publicKey" TEXT,
    "message" TEXT,
    "signature" TEXT,
    "postUrl" TEXT,
    "code" TEXT,
    "linkedAt" TIMESTAMPTZ(3) NOT NULL,
    "unlinkedAt" TIMESTAMPTZ(3),
    "unlinkedBy" TEXT,
    "unlinkReason" TEXT,

    CONSTRAINT "MuseLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlatformCall" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "call" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "status" INTEGER,
    "latencyMs" INTEGER NOT NULL,

    CONSTRAINT "PlatformCall_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Submission_proposalId_key" ON "Submission"("proposalId");

-- CreateIndex
CREATE UNIQUE INDEX "Proposal_challengeId_postId_key" ON "Proposal"("challengeId", "postId");

-- CreateIndex
CREATE UNIQUE INDEX "OutboxItem_postId_key" ON "OutboxItem"("postId");

-- CreateIndex
CREATE INDEX "OutboxItem_challengeId_idx" ON "OutboxItem"("challengeId");

-- CreateIndex
CREATE INDEX "OutboxItem_missionId_idx" ON "OutboxItem"("missionId");

-- CreateIndex
CREATE INDEX "MuseLink_wallet_id_idx" ON "MuseLink"("wallet", "id");

-- CreateIndex
CREATE INDEX "MuseLink_museId_id_idx" ON "MuseLink"("museId", "id");

-- AddForeignKey
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_proposalId_fkey" FOREIGN KEY ("proposalId") REFERENCES "Proposal"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlatformThread" ADD CONSTRAINT "PlatformThread_challengeId_fkey" FOREIGN KEY ("challengeId") REFERENCES "Challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Proposal" ADD CONSTRAINT "Proposal_challengeId_fkey" FOREIGN KEY ("challengeId") REFERENCES "Challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_challengeId_fkey" FOREIGN KEY ("challengeId") REFERENCES "Challenge"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- The schedule reads the linked thread that waited longest.
CREATE INDEX "PlatformThread_waiting" ON "PlatformThread" ("triedAt") WHERE "syncedAt" IS NOT NULL;
ALTER TABLE "PlatformThread" ADD CONSTRAINT "PlatformThread_post" CHECK (("postId" IS NULL) = ("threadUrl" IS NULL));
CREATE INDEX "PlatformThread_synced" ON "PlatformThread" ("syncedAt") WHERE "syncedAt" IS NOT NULL;

-- A decision is whole or absent, and one proposal at most becomes a side's response.
ALTER TABLE "Proposal" ADD CONSTRAINT "Proposal_decision" CHECK (
  (status = 'pending') = ("decidedAt" IS NULL) AND (status = 'pending') = ("decidedBy" IS NULL)
  AND (status = 'accepted') = (side IS NOT NULL));
CREATE UNIQUE INDEX "Proposal_one_side" ON "Proposal" ("challengeId", side) WHERE status = 'accepted';

-- Newest first, for everybody, for a wallet, and what the schedule has to settle.
CREATE INDEX "OutboxItem_sent" ON "OutboxItem" (id DESC) WHERE state = 'sent';
CREATE INDEX "OutboxItem_own" ON "OutboxItem" ("createdBy", id DESC);
CREATE INDEX "OutboxItem_unsettled" ON "OutboxItem" ("attemptedAt") WHERE state IN ('sending', 'uncertain');

-- What is approved is what was shown; what is sent has a post; an announcement and a receipt go out once.
ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_hash" CHECK ("payloadHash" = encode(sha256(convert_to(payload, 'UTF8')), 'hex'));
ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_record" CHECK (
  CASE kind WHEN 'announce' THEN "challengeId" IS NOT NULL AND "missionId" IS NULL
    ELSE "missionId" IS NOT NULL AND "challengeId" IS NULL END);
ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_post" CHECK (
  (state = 'sent') = ("postId" IS NOT NULL) AND (state = 'sent') = ("postUrl" IS NOT NULL)
  AND (state = 'sent') = ("sentAt" IS NOT NULL));
CREATE UNIQUE INDEX "OutboxItem_announced_once" ON "OutboxItem" ("challengeId")
  WHERE kind = 'announce' AND state IN ('approved', 'sending', 'uncertain', 'sent');
CREATE UNIQUE INDEX "OutboxItem_receipt_once" ON "OutboxItem" ("missionId")
  WHERE kind = 'receipt' AND state IN ('approved', 'sending', 'uncertain', 'sent');

-- One active link per Muse and per wallet; a link ends once and whole.
CREATE UNIQUE INDEX "MuseLink_active_muse" ON "MuseLink" ("museId") WHERE "unlinkedAt" IS NULL;
CREATE UNIQUE INDEX "MuseLink_active_wallet" ON "MuseLink" (wallet) WHERE "unlinkedAt" IS NULL;
ALTER TABLE "MuseLink" ADD CONSTRAINT "MuseLink_end" CHECK (
  ("unlinkedAt" IS NULL) = ("unlinkedBy" IS NULL) AND ("unlinkReason" IS NULL OR "unlinkedAt" IS NOT NULL));
ALTER TABLE "MuseLink" ADD CONSTRAINT "MuseLink_proof" CHECK (
  CASE method WHEN 'ed25519-challenge' THEN "publicKey" IS NOT NULL AND message IS NOT NULL AND signature IS NOT NULL
    ELSE "postUrl" IS NOT NULL AND code IS NOT NULL END);

-- Of some records only named columns may change; nothing of them is taken back.
CREATE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - TG_ARGV IS DISTINCT FROM to_jsonb(OLD) - TG_ARGV THEN
    RAISE EXCEPTION '% keeps what it was told: only % may change', TG_TABLE_NAME, array_to_string(TG_ARGV, ', ')
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER kept BEFORE UPDATE ON "Proposal" FOR EACH ROW
  EXECUTE FUNCTION refuse_rewrite('status', 'side', 'decidedBy', 'decidedAt', 'hiddenAt');
CREATE TRIGGER decided_once BEFORE UPDATE ON "Proposal" FOR EACH ROW
  WHEN (OLD.status <> 'pending' AND (OLD.status, OLD.side, OLD."decidedBy", OLD."decidedAt")
    IS DISTINCT FROM (NEW.status, NEW.side, NEW."decidedBy", NEW."decidedAt")) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE ON "OutboxItem" FOR EACH ROW
  EXECUTE FUNCTION refuse_rewrite('state', 'attempts', 'attemptedAt', 'postId', 'postUrl', 'sentAt', 'historySeq', 'historyHead');
CREATE TRIGGER final BEFORE UPDATE ON "OutboxItem" FOR EACH ROW
  WHEN (OLD.state IN ('sent', 'cancelled')) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE ON "MuseLink" FOR EACH ROW
  EXECUTE FUNCTION refuse_rewrite('unlinkedAt', 'unlinkedBy', 'unlinkReason');
CREATE TRIGGER ended_once BEFORE UPDATE ON "MuseLink" FOR EACH ROW
  WHEN (OLD."unlinkedAt" IS NOT NULL) EXECUTE FUNCTION refuse_change();

DO $$
DECLARE kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['Proposal', 'OutboxItem', 'MuseLink'] LOOP
    EXECUTE format('CREATE TRIGGER nothing_deleted BEFORE DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', kept);
    EXECUTE format('CREATE TRIGGER nothing_truncated BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', kept);
  END LOOP;
END $$;

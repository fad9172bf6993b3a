-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "ChallengeState" AS ENUM ('DRAFT', 'OPEN', 'AWAITING_DECISION', 'DECISION_SUBMITTED', 'DECISION_VERIFIED', 'CONVERTED_TO_MISSION', 'CANCELLED');

-- CreateEnum
CREATE TYPE "MissionState" AS ENUM ('SEED', 'CLAIMED', 'GROWING', 'PROOF_SUBMITTED', 'CHANGES_REQUESTED', 'VERIFIED', 'COMPLETED', 'FAILED', 'ABANDONED');

-- CreateEnum
CREATE TYPE "Side" AS ENUM ('A', 'B');

-- CreateEnum
CREATE TYPE "DecisionStatus" AS ENUM ('submitted', 'verified', 'rejected');

-- CreateEnum
CREATE TYPE "MilestoneStatus" AS ENUM ('Pending', 'Delivered', 'Cancelled');

-- CreateEnum
CREATE TYPE "ProofKind" AS ENUM ('Link', 'Transaction', 'CodeHost', 'Deliverable');

-- CreateEnum
CREATE TYPE "ProofStatus" AS ENUM ('submitted', 'verified', 'changes-requested', 'rejected');

-- CreateEnum
CREATE TYPE "Outcome" AS ENUM ('completed', 'failed', 'rejected', 'abandoned', 'expired');

-- CreateEnum
CREATE TYPE "Verdict" AS ENUM ('approve', 'reject', 'request-changes');

-- CreateEnum
CREATE TYPE "SigningPurpose" AS ENUM ('sign-in', 'decision-verification', 'proof-review', 'project-verification', 'muse-link');

-- CreateEnum
CREATE TYPE "SeedKind" AS ENUM ('milestone-verified', 'mission-completed', 'decision-verified', 'reversal');

-- CreateEnum
CREATE TYPE "CheckStatus" AS ENUM ('unavailable', 'pending', 'confirmed', 'failed', 'not-found');

-- CreateEnum
CREATE TYPE "SessionDelivery" AS ENUM ('cookie', 'bearer');

-- CreateTable
CREATE TABLE "Wallet" (
    "address" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Wallet_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "delivery" "SessionDelivery" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SigningNonce" (
    "nonce" TEXT NOT NULL,
    "purpose" "SigningPurpose" NOT NULL,
    "wallet" TEXT NOT NULL,
    "subjectId" UUID,
    "message" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "issuedAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SigningNonce_pkey" PRIMARY KEY ("nonce")
);

-- CreateTable
CREATE TABLE "IdempotencyKey" (
    "wallet" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("wallet","key")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "limitGroup" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "windowStart" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("limitGroup","subject","windowStart")
);

-- CreateTable
CREATE TABLE "Challenge" (
    "id" UUID NOT NULL,
    "state" "ChallengeState" NOT NULL,
    "title" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "submissionDeadline" DATE NOT NULL,
    "decisionDeadline" DATE NOT NULL,
    "rewardDescription" TEXT NOT NULL,
    "contenderA" TEXT NOT NULL,
    "contenderB" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "cancelReason" TEXT,
    "cancelledAt" TIMESTAMPTZ(3),
    "historySeq" INTEGER NOT NULL,
    "historyHead" TEXT NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Challenge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ChallengeTitle" (
    "id" UUID NOT NULL,
    "folded" TEXT NOT NULL,

    CONSTRAINT "ChallengeTitle_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Submission" (
    "challengeId" UUID NOT NULL,
    "side" "Side" NOT NULL,
    "url" TEXT NOT NULL,
    "submittedBy" TEXT NOT NULL,
    "submittedAt" TIMESTAMPTZ(3) NOT NULL,
    "proposalId" UUID,

    CONSTRAINT "Submission_pkey" PRIMARY KEY ("challengeId","side")
);

-- CreateTable
CREATE TABLE "Decision" (
    "id" UUID NOT NULL,
    "challengeId" UUID NOT NULL,
    "side" "Side" NOT NULL,
    "decisionUrl" TEXT NOT NULL,
    "explanation" TEXT NOT NULL,
    "submittedBy" TEXT NOT NULL,
    "submittedAt" TIMESTAMPTZ(3) NOT NULL,
    "late" BOOLEAN NOT NULL,
    "status" "DecisionStatus" NOT NULL,

    CONSTRAINT "Decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Mission" (
    "id" UUID NOT NULL,
    "state" "MissionState" NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "deliverable" TEXT,
    "definitionOfDone" TEXT NOT NULL,
    "requiredProof" TEXT NOT NULL,
    "rewardTerms" TEXT,
    "deadline" DATE NOT NULL,
    "owner" TEXT NOT NULL,
    "contributorWallet" TEXT,
    "challengeId" UUID,
    "sourceUrl" TEXT,
    "decisionUrl" TEXT,
    "bountyChainId" TEXT,
    "bountyTxHash" TEXT,
    "bountyAmount" TEXT,
    "bountyCurrency" TEXT,
    "outcome" "Outcome",
    "historySeq" INTEGER NOT NULL,
    "historyHead" TEXT NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Mission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MissionTitle" (
    "id" UUID NOT NULL,
    "folded" TEXT NOT NULL,

    CONSTRAINT "MissionTitle_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Milestone" (
    "id" UUID NOT NULL,
    "missionId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "amount" TEXT,
    "required" BOOLEAN NOT NULL,
    "status" "MilestoneStatus" NOT NULL,
    "verifiedProofId" UUID,

    CONSTRAINT "Milestone_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Proof" (
    "id" UUID NOT NULL,
    "missionId" UUID NOT NULL,
    "milestoneId" UUID NOT NULL,
    "kind" "ProofKind" NOT NULL,
    "url" TEXT NOT NULL,
    "txHash" TEXT,
    "chainId" TEXT,
    "note" TEXT NOT NULL,
    "status" "ProofStatus" NOT NULL,
    "submittedBy" TEXT NOT NULL,
    "submittedAt" TIMESTAMPTZ(3) NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3),

    CONSTRAINT "Proof_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignedVerdict" (
    "id" UUID NOT NULL,
    "purpose" "SigningPurpose" NOT NULL,
    "subjectId" UUID NOT NULL,
    "verdict" "Verdict" NOT NULL,
    "words" TEXT NOT NULL,
    "verifier" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "signedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignedVerdict_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Receipt" (
    "id" UUID NOT NULL,
    "missionId" UUID NOT NULL,
    "outcome" "Outcome" NOT NULL,
    "body" TEXT NOT NULL,
    "contentHash" TEXT NOT NULL,
    "issuedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Receipt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Payment" (
    "id" UUID NOT NULL,
    "missionId" UUID NOT NULL,
    "receiptId" UUID NOT NULL,
    "chainId" TEXT NOT NULL,
    "txHash" TEXT NOT NULL,
    "recordedBy" TEXT NOT NULL,
    "recordedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TransactionCheck" (
    "chainId" TEXT NOT NULL,
    "txHash" TEXT NOT NULL,
    "status" "CheckStatus" NOT NULL,
    "blockNumber" TEXT,
    "sender" TEXT,
    "recipient" TEXT,
    "value" TEXT,
    "checkedAt" TIMESTAMPTZ(3),

    CONSTRAINT "TransactionCheck_pkey" PRIMARY KEY ("chainId","txHash")
);

-- CreateTable
CREATE TABLE "SeedEntry" (
    "id" SERIAL NOT NULL,
    "wallet" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "kind" "SeedKind" NOT NULL,
    "missionId" UUID,
    "challengeId" UUID,
    "proofId" UUID,
    "reversesId" INTEGER,
    "evidenceHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SeedEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HistoryEvent" (
    "recordId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "actor" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "from" TEXT,
    "to" TEXT,
    "data" JSONB NOT NULL,
    "prevHash" TEXT,
    "hash" TEXT NOT NULL,

    CONSTRAINT "HistoryEvent_pkey" PRIMARY KEY ("recordId","seq")
);

-- CreateTable
CREATE TABLE "Notification" (
    "id" SERIAL NOT NULL,
    "wallet" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "href" TEXT NOT NULL,
    "readAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "SigningNonce_expiresAt_idx" ON "SigningNonce"("expiresAt");

-- CreateIndex
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");

-- CreateIndex
CREATE INDEX "RateLimit_expiresAt_idx" ON "RateLimit"("expiresAt");

-- CreateIndex
CREATE INDEX "Decision_challengeId_idx" ON "Decision"("challengeId");

-- CreateIndex
CREATE UNIQUE INDEX "Mission_challengeId_key" ON "Mission"("challengeId");

-- CreateIndex
CREATE UNIQUE INDEX "Milestone_missionId_position_key" ON "Milestone"("missionId", "position");

-- CreateIndex
CREATE INDEX "Proof_missionId_id_idx" ON "Proof"("missionId", "id");

-- CreateIndex
CREATE INDEX "Proof_milestoneId_idx" ON "Proof"("milestoneId");

-- CreateIndex
CREATE INDEX "SignedVerdict_subjectId_id_idx" ON "SignedVerdict"("subjectId", "id");

-- CreateIndex
CREATE INDEX "SignedVerdict_verifier_id_idx" ON "SignedVerdict"("verifier", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Receipt_missionId_key" ON "Receipt"("missionId");

-- CreateIndex
CREATE INDEX "Payment_receiptId_idx" ON "Payment"("receiptId");

-- CreateIndex
CREATE INDEX "Payment_missionId_idx" ON "Payment"("missionId");

-- CreateIndex
CREATE UNIQUE INDEX "Payment_chainId_txHash_key" ON "Payment"("chainId", "txHash");

-- CreateIndex
CREATE UNIQUE INDEX "SeedEntry_reversesId_key" ON "SeedEntry"("reversesId");

-- CreateIndex
CREATE INDEX "SeedEntry_wallet_id_idx" ON "SeedEntry"("wallet", "id");

-- CreateIndex
CREATE INDEX "SeedEntry_missionId_idx" ON "SeedEntry"("missionId");

-- CreateIndex
CREATE INDEX "SeedEntry_challengeId_idx" ON "SeedEntry"("challengeId");

-- CreateIndex
CREATE INDEX "Notification_wallet_id_idx" ON "Notification"("wallet", "id");

-- AddForeignKey
ALTER TABLE "ChallengeTitle" ADD CONSTRAINT "ChallengeTitle_id_fkey" FOREIGN KEY ("id") REFERENCES "Challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_challengeId_fkey" FOREIGN KEY ("challengeId") REFERENCES "Challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_challengeId_fkey" FOREIGN KEY ("challengeId") REFERENCES "Challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mission" ADD CONSTRAINT "Mission_challengeId_fkey" FOREIGN KEY ("challengeId") REFERENCES "Challenge"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MissionTitle" ADD CONSTRAINT "MissionTitle_id_fkey" FOREIGN KEY ("id") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Milestone" ADD CONSTRAINT "Milestone_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Proof" ADD CONSTRAINT "Proof_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Proof" ADD CONSTRAINT "Proof_milestoneId_fkey" FOREIGN KEY ("milestoneId") REFERENCES "Milestone"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Receipt" ADD CONSTRAINT "Receipt_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_receiptId_fkey" FOREIGN KEY ("receiptId") REFERENCES "Receipt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


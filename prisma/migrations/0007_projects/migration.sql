-- CreateEnum
CREATE TYPE "CommitmentKind" AS ENUM ('work', 'funds', 'resources');

-- CreateEnum
CREATE TYPE "EvidenceKind" AS ENUM ('Link', 'Receipt', 'Deliverable', 'Transaction');

-- CreateTable
CREATE TABLE "SourcePost" (
    "missionId" UUID NOT NULL,
    "postId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "channel" TEXT,
    "title" TEXT,
    "description" TEXT,
    "siteName" TEXT,
    "authorName" TEXT,
    "imageUrl" TEXT,
    "publishedAt" TIMESTAMPTZ(3),
    "readAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SourcePost_pkey" PRIMARY KEY ("missionId")
);

-- CreateTable
CREATE TABLE "Commitment" (
    "id" UUID NOT NULL,
    "missionId" UUID NOT NULL,
    "kind" "CommitmentKind" NOT NULL,
    "description" TEXT NOT NULL,
    "amount" TEXT,
    "currency" TEXT,
    "url" TEXT,
    "committedBy" TEXT NOT NULL,
    "committedAt" TIMESTAMPTZ(3) NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3),

    CONSTRAINT "Commitment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProjectDecision" (
    "id" UUID NOT NULL,
    "missionId" UUID NOT NULL,
    "verdict" "Verdict" NOT NULL,
    "reason" TEXT NOT NULL,
    "reviewerName" TEXT,
    "decidedBy" TEXT NOT NULL,
    "decidedAt" TIMESTAMPTZ(3) NOT NULL,
    "signed" BOOLEAN NOT NULL,
    "contentHash" TEXT NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3),

    CONSTRAINT "ProjectDecision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FundingRecord" (
    "id" UUID NOT NULL,
    "missionId" UUID NOT NULL,
    "transactionUrl" TEXT NOT NULL,
    "chainId" TEXT,
    "txHash" TEXT,
    "amount" TEXT,
    "currency" TEXT,
    "note" TEXT,
    "recordedBy" TEXT NOT NULL,
    "recordedAt" TIMESTAMPTZ(3) NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3),

    CONSTRAINT "FundingRecord_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProjectEvidence" (
    "id" UUID NOT NULL,
    "missionId" UUID NOT NULL,
    "kind" "EvidenceKind" NOT NULL,
    "url" TEXT,
    "chainId" TEXT,
    "txHash" TEXT,
    "note" TEXT,
    "submittedBy" TEXT NOT NULL,
    "submittedAt" TIMESTAMPTZ(3) NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3),

    CONSTRAINT "ProjectEvidence_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Commitment_missionId_id_idx" ON "Commitment"("missionId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ProjectDecision_missionId_decidedBy_signed_contentHash_key" ON "ProjectDecision"("missionId", "decidedBy", "signed", "contentHash");

-- CreateIndex
CREATE INDEX "ProjectDecision_missionId_id_idx" ON "ProjectDecision"("missionId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "FundingRecord_missionId_transactionUrl_key" ON "FundingRecord"("missionId", "transactionUrl");

-- CreateIndex
CREATE UNIQUE INDEX "FundingRecord_missionId_chainId_txHash_key" ON "FundingRecord"("missionId", "chainId", "txHash");

-- CreateIndex
CREATE INDEX "FundingRecord_missionId_id_idx" ON "FundingRecord"("missionId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ProjectEvidence_missionId_url_key" ON "ProjectEvidence"("missionId", "url");

-- CreateIndex
CREATE UNIQUE INDEX "ProjectEvidence_missionId_chainId_txHash_key" ON "ProjectEvidence"("missionId", "chainId", "txHash");

-- CreateIndex
CREATE INDEX "ProjectEvidence_missionId_id_idx" ON "ProjectEvidence"("missionId", "id");

-- AddForeignKey
ALTER TABLE "SourcePost" ADD CONSTRAINT "SourcePost_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Commitment" ADD CONSTRAINT "Commitment_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectDecision" ADD CONSTRAINT "ProjectDecision_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FundingRecord" ADD CONSTRAINT "FundingRecord_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectEvidence" ADD CONSTRAINT "ProjectEvidence_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a satellite says never changes and is never taken back; only a moderator's `hiddenAt` comes and goes. Whatever
-- column is added later is guarded too: a row with another `hiddenAt` must otherwise be the row it was.
CREATE FUNCTION refuse_change_but_hiding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'hiddenAt' = to_jsonb(OLD) - 'hiddenAt' AND NEW."hiddenAt" IS DISTINCT FROM OLD."hiddenAt" THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

DO $$
DECLARE fact text;
BEGIN
  FOREACH fact IN ARRAY ARRAY['Commitment', 'ProjectDecision', 'FundingRecord', 'ProjectEvidence'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change_but_hiding()', fact);
  END LOOP;
  FOREACH fact IN ARRAY ARRAY['SourcePost', 'Commitment', 'ProjectDecision', 'FundingRecord', 'ProjectEvidence'] LOOP
    EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', fact);
  END LOOP;
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "SourcePost" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- CreateTable
CREATE TABLE "EvidenceFile" (
    "id" UUID NOT NULL,
    "missionId" UUID NOT NULL,
    "proofId" UUID,
    "contentType" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "uploadedBy" TEXT NOT NULL,
    "uploadedAt" TIMESTAMPTZ(3) NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3),

    CONSTRAINT "EvidenceFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EvidenceUpload" (
    "id" UUID NOT NULL,
    "contentType" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "abandonedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EvidenceUpload_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "EvidenceFile_missionId_id_idx" ON "EvidenceFile"("missionId", "id");

-- CreateIndex
CREATE INDEX "EvidenceFile_proofId_idx" ON "EvidenceFile"("proofId");

-- CreateIndex
CREATE INDEX "EvidenceUpload_startedAt_idx" ON "EvidenceUpload"("startedAt");

-- AddForeignKey
ALTER TABLE "EvidenceFile" ADD CONSTRAINT "EvidenceFile_missionId_fkey" FOREIGN KEY ("missionId") REFERENCES "Mission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvidenceFile" ADD CONSTRAINT "EvidenceFile_proofId_fkey" FOREIGN KEY ("proofId") REFERENCES "Proof"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What a file is never changes and is never taken back; only a moderator's `hiddenAt` comes and goes.
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF id, "missionId", "proofId", "contentType", bytes, sha256, "uploadedBy", "uploadedAt"
  ON "EvidenceFile" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "EvidenceFile" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

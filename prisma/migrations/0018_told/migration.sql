-- AlterTable
ALTER TABLE "Challenge" ADD COLUMN     "comingTold" DATE,
ADD COLUMN     "overdueTold" DATE;

-- AlterTable
ALTER TABLE "Mission" ADD COLUMN     "comingTold" DATE,
ADD COLUMN     "overdueTold" DATE;

-- CreateIndex
CREATE INDEX "Hiding_parentId_hiddenAt_idx" ON "Hiding"("parentId", "hiddenAt");

-- What Prisma's schema language cannot say.

-- Days that come, and days that have passed, of which nobody was told yet.
CREATE INDEX "Challenge_coming" ON "Challenge" ("decisionDeadline", id)
  WHERE state = 'AWAITING_DECISION' AND "hiddenAt" IS NULL AND "comingTold" IS DISTINCT FROM "decisionDeadline";
CREATE INDEX "Challenge_overdue" ON "Challenge" ("decisionDeadline", id)
  WHERE state = 'AWAITING_DECISION' AND "hiddenAt" IS NULL AND "overdueTold" IS DISTINCT FROM "decisionDeadline";
CREATE INDEX "Mission_coming" ON "Mission" (deadline, id)
  WHERE state IN ('SEED', 'CLAIMED', 'GROWING', 'PROOF_SUBMITTED', 'CHANGES_REQUESTED') AND "hiddenAt" IS NULL
    AND "comingTold" IS DISTINCT FROM deadline;
CREATE INDEX "Mission_overdue" ON "Mission" (deadline, id)
  WHERE state IN ('SEED', 'CLAIMED', 'GROWING', 'PROOF_SUBMITTED', 'CHANGES_REQUESTED') AND "hiddenAt" IS NULL
    AND "overdueTold" IS DISTINCT FROM deadline;

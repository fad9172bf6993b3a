-- What one wallet says of a transaction or a URL takes no other's place: each records it once, so that a stranger's words do not keep
-- the owner's and the contributor's away.
DROP INDEX "FundingRecord_shown_url";
DROP INDEX "FundingRecord_shown_transaction";
DROP INDEX "ProjectEvidence_shown_url";
DROP INDEX "ProjectEvidence_shown_transaction";
CREATE UNIQUE INDEX "FundingRecord_shown_url" ON "FundingRecord" ("missionId", "recordedBy", "transactionUrl") WHERE "hiddenAt" IS NULL;
CREATE UNIQUE INDEX "FundingRecord_shown_transaction" ON "FundingRecord" ("missionId", "recordedBy", "chainId", "txHash") WHERE "hiddenAt" IS NULL;
CREATE UNIQUE INDEX "ProjectEvidence_shown_url" ON "ProjectEvidence" ("missionId", "submittedBy", url) WHERE "hiddenAt" IS NULL;
CREATE UNIQUE INDEX "ProjectEvidence_shown_transaction" ON "ProjectEvidence" ("missionId", "submittedBy", "chainId", "txHash") WHERE "hiddenAt" IS NULL;

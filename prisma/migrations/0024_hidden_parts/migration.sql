-- One funding record of a transaction, one piece of evidence of a URL or transaction, is shown on a project. A hidden one
-- makes room for another, and stays.
DROP INDEX "FundingRecord_missionId_transactionUrl_key";
DROP INDEX "FundingRecord_missionId_chainId_txHash_key";
DROP INDEX "ProjectEvidence_missionId_url_key";
DROP INDEX "ProjectEvidence_missionId_chainId_txHash_key";
CREATE UNIQUE INDEX "FundingRecord_shown_url" ON "FundingRecord" ("missionId", "transactionUrl") WHERE "hiddenAt" IS NULL;
CREATE UNIQUE INDEX "FundingRecord_shown_transaction" ON "FundingRecord" ("missionId", "chainId", "txHash") WHERE "hiddenAt" IS NULL;
CREATE UNIQUE INDEX "ProjectEvidence_shown_url" ON "ProjectEvidence" ("missionId", url) WHERE "hiddenAt" IS NULL;
CREATE UNIQUE INDEX "ProjectEvidence_shown_transaction" ON "ProjectEvidence" ("missionId", "chainId", "txHash") WHERE "hiddenAt" IS NULL;

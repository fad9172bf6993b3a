-- The automatic check belongs to the record that names a transaction: what one record says of it (who should have been paid,
-- when it is asked again) changes nothing that another shows.
ALTER TABLE "TransactionCheck" RENAME TO "SharedCheck";
ALTER TABLE "SharedCheck" DROP CONSTRAINT "TransactionCheck_pkey";
DROP INDEX "TransactionCheck_due";

-- CreateTable
CREATE TABLE "TransactionCheck" (
    "recordId" UUID NOT NULL,
    "chainId" TEXT NOT NULL,
    "txHash" TEXT NOT NULL,
    "status" "CheckStatus" NOT NULL,
    "blockNumber" TEXT,
    "sender" TEXT,
    "recipient" TEXT,
    "value" TEXT,
    "paysPayee" BOOLEAN,
    "checkedAt" TIMESTAMPTZ(3),
    "payee" TEXT,
    "askedAt" TIMESTAMPTZ(3) NOT NULL,
    "nextCheckAt" TIMESTAMPTZ(3),

    CONSTRAINT "TransactionCheck_pkey" PRIMARY KEY ("recordId")
);

-- What the chain said stays. What depends on the payee (recipient and value) stays where the record's own payee was meant;
-- otherwise, and for payments, of which it is not yet known whom they reached, the transaction is read once more.
INSERT INTO "TransactionCheck" ("recordId", "chainId", "txHash", status, "blockNumber", sender, recipient, value, "checkedAt", payee, "askedAt", "nextCheckAt")
SELECT named.id, named."chainId", named."txHash", coalesce(k.status, 'unavailable'), k."blockNumber", k.sender,
  CASE WHEN named.same THEN k.recipient END, CASE WHEN named.same THEN k.value END, k."checkedAt", named.payee,
  coalesce(k."askedAt", now()), CASE WHEN named.same AND NOT named.payment THEN k."nextCheckAt" ELSE now() END
FROM (
  SELECT n.*, n.payee IS NOT DISTINCT FROM s.payee AND s."txHash" IS NOT NULL AS same FROM (
    SELECT id, "bountyChainId" AS "chainId", "bountyTxHash" AS "txHash", "contributorWallet" AS payee, false AS payment FROM "Mission"
    UNION ALL SELECT y.id, y."chainId", y."txHash", m."contributorWallet", true
      FROM "Payment" y JOIN "Mission" m ON m.id = y."missionId"
    UNION ALL SELECT id, "chainId", "txHash", "submittedBy", false FROM "Proof"
    UNION ALL SELECT f.id, f."chainId", f."txHash", m."contributorWallet", false
      FROM "FundingRecord" f JOIN "Mission" m ON m.id = f."missionId"
    UNION ALL SELECT e.id, e."chainId", e."txHash", m."contributorWallet", false
      FROM "ProjectEvidence" e JOIN "Mission" m ON m.id = e."missionId"
  ) n LEFT JOIN "SharedCheck" s ON s."chainId" = n."chainId" AND s."txHash" = n."txHash"
  WHERE n."chainId" IS NOT NULL AND n."txHash" IS NOT NULL
) named LEFT JOIN "SharedCheck" k ON k."chainId" = named."chainId" AND k."txHash" = named."txHash";
DROP TABLE "SharedCheck";

-- Each chain's own queue, and the same transaction named by other records: one look serves all that are due. The ones that
-- are settled are in neither.
CREATE INDEX "TransactionCheck_due" ON "TransactionCheck" ("chainId", "nextCheckAt") WHERE "nextCheckAt" IS NOT NULL;
CREATE INDEX "TransactionCheck_same" ON "TransactionCheck" ("chainId", "txHash") WHERE "nextCheckAt" IS NOT NULL;

-- A record is found by its id now.
DROP INDEX "Mission_bounty";
DROP INDEX "Proof_transaction";
DROP INDEX "FundingRecord_transaction";
DROP INDEX "ProjectEvidence_transaction";

-- A transaction is recorded once on a receipt: a receipt of others cannot take it away. The new key finds a receipt's
-- payments too.
DROP INDEX "Payment_chainId_txHash_key";
DROP INDEX "Payment_receiptId_idx";
CREATE UNIQUE INDEX "Payment_receiptId_chainId_txHash_key" ON "Payment"("receiptId", "chainId", "txHash");

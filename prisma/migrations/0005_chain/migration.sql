-- The automatic checks of transactions: when each is due, and to whom it should have paid.
ALTER TABLE "TransactionCheck" ADD COLUMN "payee" TEXT,
  ADD COLUMN "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "nextCheckAt" TIMESTAMPTZ(3);
ALTER TABLE "TransactionCheck" ALTER COLUMN "askedAt" DROP DEFAULT;

-- Each chain's own queue: the ones that are settled are not in it.
CREATE INDEX "TransactionCheck_due" ON "TransactionCheck" ("chainId", "nextCheckAt") WHERE "nextCheckAt" IS NOT NULL;

-- What was named before there were checks is looked up too.
INSERT INTO "TransactionCheck" ("chainId", "txHash", status, payee, "askedAt", "nextCheckAt")
SELECT DISTINCT ON (named."chainId", named."txHash") named."chainId", named."txHash", 'unavailable'::"CheckStatus", named.payee, now(), now()
FROM (
  SELECT 1 AS place, y."chainId", y."txHash", m."contributorWallet" AS payee
    FROM "Payment" y JOIN "Mission" m ON m.id = y."missionId"
  UNION ALL SELECT 2, "chainId", "txHash", "submittedBy" FROM "Proof"
  UNION ALL SELECT 3, "bountyChainId", "bountyTxHash", "contributorWallet" FROM "Mission"
) named WHERE named."chainId" IS NOT NULL AND named."txHash" IS NOT NULL
ORDER BY named."chainId", named."txHash", named.place
ON CONFLICT ("chainId", "txHash") DO NOTHING;
UPDATE "TransactionCheck" SET "nextCheckAt" = now() WHERE status IN ('unavailable', 'pending', 'not-found');

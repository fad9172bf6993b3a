-- CreateTable
CREATE TABLE "AgentRequest" (
    "id" UUID NOT NULL,
    "handleHash" TEXT NOT NULL,
    "operationId" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "body" TEXT,
    "agent" TEXT NOT NULL,
    "wallet" TEXT,
    "key" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "stoppedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AgentRequest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "AgentRequest_handleHash_key" ON "AgentRequest"("handleHash");

-- CreateIndex
CREATE INDEX "AgentRequest_expiresAt_idx" ON "AgentRequest"("expiresAt");

-- CreateIndex
CREATE INDEX "AgentRequest_wallet_id_idx" ON "AgentRequest"("wallet", "id");

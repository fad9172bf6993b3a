-- CreateTable
CREATE TABLE "PrivateFeed" (
    "wallet" TEXT NOT NULL,
    "salt" UUID NOT NULL,
    "secretHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PrivateFeed_pkey" PRIMARY KEY ("wallet")
);

-- CreateIndex
CREATE UNIQUE INDEX "PrivateFeed_secretHash_key" ON "PrivateFeed"("secretHash");

-- AlterTable
-- Of the proofs that are there nobody has said that they were late.
ALTER TABLE "Proof" ADD COLUMN     "late" BOOLEAN NOT NULL DEFAULT false;

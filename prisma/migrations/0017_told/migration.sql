-- CreateIndex
CREATE INDEX "Hiding_parentId_hiddenAt_idx" ON "Hiding"("parentId", "hiddenAt");

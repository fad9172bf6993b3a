-- Which challenges have a side that is free again because a moderator hides its link: of what is hidden, links alone.
CREATE INDEX "Hiding_links" ON "Hiding" ("parentId") WHERE "recordType" = 'submission' AND "restoredAt" IS NULL;

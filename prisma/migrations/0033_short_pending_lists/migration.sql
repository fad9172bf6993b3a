-- What Prisma's schema language cannot say.

-- A GIN index keeps new entries in a list, which every search reads through and which one write in hundreds merges into the tree
-- (fast update, https://www.postgresql.org/docs/current/gin.html#GIN-FAST-UPDATE). At the default of 4 MB, a search among new
-- records took up to twice as long (`npm run bench -- --only search-after-writes`). In kB:
ALTER INDEX "ChallengeTitle_grams" SET (gin_pending_list_limit = 256);
ALTER INDEX "MissionTitle_grams" SET (gin_pending_list_limit = 256);
ALTER INDEX "SearchText_words" SET (gin_pending_list_limit = 256);

-- The texts that wait for a wallet's signature.
CREATE INDEX "SigningNonce_prepared" ON "SigningNonce" (wallet, "expiresAt") WHERE purpose <> 'sign-in';

export { contentHashIn } from '@/lib/verify/line-of'
export type {
  AnswerOf,
  Api,
  BodyOf,
  CallOptions,
  Client,
  ClientSettings,
  InputOf,
  OperationId,
  SignedInClient,
  SignOptions,
  Tried,
} from './api'
export { createClient } from './client'
export { ApiError, type ErrorCode } from './errors'
export type { Delivery } from './request'
export type { PreparedText, SignedText } from './signed'
export type { Signer, SigningAccount, WalletProvider } from './signer'

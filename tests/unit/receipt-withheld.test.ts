import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DecisionVerification, Discussion } from '@/components/receipts/receipt-discussion'
import { serviceEnvironment } from '@/tests/support/environment'
import { makeReceiptFile } from '@/tests/support/receipt-file'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const HIDDEN =
  'The responses and the decision are not in this receipt: a moderator had hidden the challenge when it was issued.'
const DIRECT = 'None: the mission was published directly, without a challenge.'

test('a receipt whose challenge was hidden says so in both places, one of no challenge says that', async () => {
  const { receipt: whole } = await makeReceiptFile()
  const nothing = { challengeId: null, prompt: null, chosenSide: null, explanation: null, submissions: null }
  const without = { ...whole, decisionVerification: null, discussion: { ...whole.discussion, ...nothing } }
  const withheld = { ...without, discussion: { ...without.discussion, withheld: true as const } }
  const told = ([receipt, Part]: [typeof without, typeof Discussion]) => {
    const text = renderToStaticMarkup(createElement(Part, { receipt }))
    return [HIDDEN, DIRECT].filter((words) => text.includes(words))
  }
  expect([withheld, without].map((receipt) => told([receipt, DecisionVerification]))).toEqual([[HIDDEN], [DIRECT]])
  expect([withheld, without].map((receipt) => told([receipt, Discussion]))).toEqual([[HIDDEN], []])
})

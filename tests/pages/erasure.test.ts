import { expect, test } from 'vitest'
import { done, hide } from '@/tests/api/moderation/moderating'
import { signIn } from '@/tests/support/client'
import { testBrowser } from '@/tests/support/pages'
import { adminAccount } from '@/tests/support/pages-people'
import { fullProject } from '@/tests/support/pages-projects'
import { runScript } from '@/tests/support/script'
import { sharedService, verifierAccount } from '@/tests/support/shared-service'
import { openChallenge, verifiedMission } from '@/tests/support/story'

const browser = testBrowser()

/** What an operator of the embedded default runs beside it. */
async function erase(record: string): Promise<void> {
  const ended = await runScript('erase', ['--record', record, '--reason', 'Law 7'], {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: sharedService().dataDir,
  })
  expect([ended.code, ended.err]).toEqual([0, ''])
}

/** A process of its own takes its time to load where many others run. */
test('the pages of erased records say so, and work', { timeout: 300_000 }, async () => {
  const { base } = sharedService()
  const [owner, contributor] = [await signIn(base), await signIn(base)]
  const project = await fullProject(owner, contributor, await signIn(base, verifierAccount()))
  const outcome = { outcome: 'failed', statement: 'Ada Unheard gave up.' }
  const ended = await owner.post(`/api/v1/missions/${project.id}/complete`, outcome)
  expect(ended.status, ended.text).toBe(201)
  const challenge = await openChallenge(owner, { title: 'Ada Unheard asks', prompt: 'Where is Ada Unheard?' })
  await erase(`mission:${project.id}`)
  await erase(`challenge:${challenge.id}`)

  const paths = [`/challenges/${challenge.id}`, `/missions/${project.id}`, `/receipts/${ended.body.receipt.id}`]
  for (const path of paths) {
    const { page } = await browser.open({ path })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const text = (await page.textContent('main')) ?? ''
    expect([path, text.includes('[erased: Law 7]'), text.includes('Unheard')]).toEqual([path, true, false])
  }
})

test('a wallet’s page forgets what a moderator wrote of an erased record', { timeout: 300_000 }, async () => {
  const { base } = sharedService()
  const [owner, contributor] = [await signIn(base), await signIn(base)]
  const { id } = await verifiedMission(owner, contributor, await signIn(base, verifierAccount()))
  await done(hide(await signIn(base, adminAccount()), 'mission', id, 'It names Ada Unheard.'))
  const shown = async () => {
    const { page } = await browser.open({ path: `/wallets/${contributor.address}` })
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page.content()
  }
  expect(await shown()).toContain('It names Ada Unheard.')
  await erase(`mission:${id}`)
  expect(await shown()).not.toContain('Ada Unheard')
})

import { ago, day } from '../clock'
import type { Story } from '../conductor'
import type { Cast } from '../stage'

/** Unfinished missions: a project with contributions of others and a waiting proof, a proof sent back, and a verified one. */
export async function* repairCafe({
  jun,
  pilar,
  noor,
  ilse,
  demoOwner,
  verifier,
  moderator,
  osier,
  pollen,
}: Cast): Story {
  yield ago(10, '12:35')
  const cafe = await osier.beginThread(
    'workshop',
    'After the repair café: six lamps came in and two people knew how. What if eight people knew how?',
  )
  yield ago(10, '13:00')
  const lamps = await jun.createProject({
    sourceUrl: cafe.url,
    title: 'Teach eight neighbours to mend a lamp',
    summary:
      'Two evenings, eight lamps that would have been thrown away, eight people who will mend the ninth by themselves.',
    definitionOfDone: 'Eight people have rewired a lamp with their own hands, and each lamp passed the tester.',
    requiredProof: 'The attendance list without family names, and the tester’s readings.',
    deadline: day(21),
    rewardTerms: 'Seeds, and soup on both evenings.',
    milestones: [
      { title: 'First evening: four lamps glow', required: true },
      { title: 'Second evening: four more', required: true },
    ],
  })
  yield ago(9, '12:20')
  await pilar.claim(lamps)

  yield ago(9, '13:05')
  await ilse.commit(lamps, {
    kind: 'resources',
    description: 'The room behind the shop on both evenings, with the long table and the good light.',
  })
  await demoOwner.commit(lamps, {
    kind: 'funds',
    description: 'Bulbs and cable for eight lamps, as long as the receipts are shown.',
    amount: '60',
    currency: 'EUR',
  })
  const offer = await noor.commit(lamps, {
    kind: 'resources',
    description: 'CHEAP LAMPS!!! Why mend? Order today, half price, my cousin delivers.',
    url: 'https://lamps.example/half-price',
  })
  const advertisement = { recordType: 'commitment', recordId: offer.id } as const
  await ilse.flag({ ...advertisement, reason: 'This is an advertisement, not a pledge.' })
  await moderator.hide({ ...advertisement, reason: 'It pledges nothing: it is an advertisement.' })
  yield ago(9, '13:50')
  await demoOwner.fund(lamps, {
    transactionUrl: `https://basescan.org/tx/0x${'4c6d'.repeat(16)}`,
    amount: '60',
    currency: 'EURC',
    note: 'For bulbs and cable, sent straight to Pilar.',
  })
  yield ago(9, '14:20')
  const list = await noor.bringEvidence(lamps, {
    kind: 'Link',
    url: 'https://repaircafe.example/evenings/lamps',
    note: 'The invitation, with eight names on the list already.',
  })
  const invitation = { recordType: 'evidence', recordId: list.id } as const
  await ilse.flag({ ...invitation, reason: 'Eight names stand on that page. Were these people asked?' })
  await ilse.decideUnderAName(lamps, {
    verdict: 'approve',
    reason: 'Whoever mends one lamp brings the next one along. I saw it with the toasters.',
    reviewerName: 'Ilse from the shop',
  })
  await verifier.signDecision(lamps, {
    verdict: 'approve',
    reason: 'The terms say what is done and how it is shown, and the room is promised.',
  })

  yield ago(9, '15:45')
  const tools = await pollen.reply(cafe, 'Also heard on the stairs: everybody owns a drill, and nobody knows who.')
  yield ago(9, '16:10')
  const shelf = await jun.publishMission({
    sourceUrl: tools.url,
    title: 'A shelf of tools that anybody may borrow',
    summary: 'Most drills run eleven minutes in their lives. One shelf in the stairwell would do for the whole street.',
    definitionOfDone: 'The shelf hangs, holds at least twenty tools, and a list says who has what.',
    requiredProof: 'A photo of the shelf and the public address of the list.',
    deadline: day(30),
    deliverable: 'A stocked tool shelf with a public lending list.',
    bountyChainId: '8453',
    bountyAmount: '45.50',
    bountyCurrency: 'EURC',
    milestones: [
      { title: 'The shelf hangs', amount: '20', required: true },
      { title: 'Twenty tools and a list', amount: '25.5', required: true },
    ],
  })
  yield ago(8, '18:45')
  await ilse.claim(shelf)

  const notes = await osier.reply(tools, 'And somebody should write down what we mend. We fixed the same zip twice.')
  yield ago(8, '20:00')
  const hundred = await demoOwner.publishMission({
    sourceUrl: notes.url,
    title: 'Write down the first hundred repairs',
    summary:
      'A toaster, a music box, eleven zips. What was broken, what helped, what could not be saved, so that the next café starts wiser.',
    definitionOfDone: 'A public table of one hundred repairs with fault, remedy and result.',
    requiredProof: 'A link to the table.',
    deadline: day(14),
    rewardTerms: 'Seeds, and the music box plays for you.',
  })
  yield ago(7, '10:30')
  await noor.claim(hundred)

  yield ago(5, '09:00')
  const hung = await ilse.prove(shelf, 1, {
    kind: 'Link',
    url: 'https://stairwell.example/shelf/photos',
    note: 'It hangs between the letter boxes and the bicycles.',
  })
  yield ago(4, '12:40')
  await verifier.review(
    hung,
    'request-changes',
    'The photo shows the shelf on the floor, leaning. Please send one of it on the wall.',
  )

  yield ago(3, '18:15')
  const table = await noor.prove(hundred, 1, {
    kind: 'Link',
    url: 'https://repair-cafe.example/first-hundred',
    note: 'Ninety-one mended, six on their way, three beyond help. The zips were the hardest.',
  })
  yield ago(2, '09:15')
  await verifier.review(
    table,
    'approve',
    'A hundred rows, each with fault, remedy and result; three picked at random match the paper slips.',
  )

  yield ago(2, '20:40')
  await pilar.prove(lamps, 1, {
    kind: 'Deliverable',
    url: 'https://repair-cafe.example/lamps/first-evening.pdf',
    note: 'Four lamps, four first names, four readings below the limit. One shade caught a little smoke and was forgiven.',
  })
}

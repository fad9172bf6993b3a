import { answerPicture } from '@/app/picture-answer'

export const dynamic = 'force-dynamic'

export const GET = (request: Request) => answerPicture(request, async () => ({ kind: 'site' }))

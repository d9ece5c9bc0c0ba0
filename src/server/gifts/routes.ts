import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../context.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { registerUpload } from '../http/register-upload.ts'
import { givenGift, moveGift, sendGiftAgain } from './given-gift.ts'
import { cancelGift } from './cancel-gift.ts'
import { redeemGift } from './redeem-gift.ts'
import { addGiver } from './givers.ts'
import { lookAtGift, openGift } from './open-gift.ts'
import { waitingGifts } from './waiting-gifts.ts'
import { giftVoiceRules, limitVoices, storeVoice } from './voices/gift-voices.ts'

export function giftRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.addGiftingUser, (input, _refuse, _caller, { address }) =>
    addGiver(context, input, address),
  )
  registerEndpoint(app, endpoints.cancelGiftOrder, ({ token }, _refuse, buyer) => cancelGift(context, buyer, token))
  registerEndpoint(app, endpoints.redeemGift, ({ code }, _refuse, { userId }, origin) =>
    redeemGift(context, userId, code, origin),
  )
  registerEndpoint(app, endpoints.lookAtGift, ({ code }, _refuse, caller, { address }) =>
    lookAtGift(context, { code, userId: caller?.userId, address }),
  )
  registerEndpoint(app, endpoints.openGift, ({ code }, _refuse, caller, { address }) =>
    openGift(context, { code, userId: caller?.userId, address }),
  )
  registerEndpoint(app, endpoints.waitingGifts, (_input, _refuse, { userId }) => waitingGifts(context, userId))
  registerEndpoint(app, endpoints.givenGift, ({ token }, _refuse, buyer) => givenGift(context, buyer, token))
  registerEndpoint(app, endpoints.moveGift, (input, _refuse, buyer) => moveGift(context, buyer, input))
  registerEndpoint(app, endpoints.resendGift, ({ token }, _refuse, buyer) => sendGiftAgain(context, buyer, token))
  registerEndpoint(app, endpoints.giftVoiceRules, () => giftVoiceRules())
  registerUpload(app, endpoints.sendGiftVoice, {
    tempFiles: context.tempFiles,
    gate: (buyer, { address }) => limitVoices(context, buyer, address),
    handle: (_input, file, buyer) => storeVoice(context, buyer, file),
  })
}

import { array, boolean, integer, optional, string, type } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { CustomTranslation } from '../text/translation.ts'
import { Nothing, status } from '../fields/wire-fields.ts'

/** Endpoints of the plans of a listener. */

export const multipleSubscription = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/order-new/multiple-subscription/',
  input: Nothing,
  reply: type({
    status,
    data: array(
      type({
        name: optional(string()),
        plan_id: optional(integer()),
        /** What the plan covers. */
        audio_types: optional(array(type({ audio_type_id: integer() }))),
        subscription_type: optional(string()),
        custom_translation: optional(CustomTranslation),
        /** YYYY-MM-DD in India. */
        start_date: string(),
        end_date: string(),
        is_current: boolean(),
        /** 'Current' or 'Upcoming'; past plans are not listed. */
        subscription_status: optional(string()),
      }),
    ),
    /** A bank has not confirmed the payment for a plan yet. */
    is_pending: optional(boolean()),
  }),
  summary: 'Plans of a listener, running and upcoming',
})

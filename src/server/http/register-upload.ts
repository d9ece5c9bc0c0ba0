import { rm } from 'node:fs/promises'
import multipartForms from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, FaultOf, InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { letGo, multipartOptions, readForm, type Form, type FormFault, type SentFile } from './multipart.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'
import type { TempFiles } from '../runtime/temp-files.ts'
import { readInput } from './read-input.ts'
import { Refused } from './refused.ts'
import { callerFor, clientInfoOf, sendResult, type CallerOf, type ClientInfo } from './register-endpoint.ts'
import { deskRefusal } from './staff.ts'

type Row = Endpoint & { auth: 'user' | 'buyer' | 'staff' }
type Answer<E extends Row> = Omit<ReplyOf<E>, 'status'> | Failure<FaultOf<E>> | RetryAfter
type Upload<E extends Row> = {
  tempFiles: TempFiles
  /** Asked before a byte of the body is read. */
  gate: (caller: CallerOf<E>, client: ClientInfo) => Promise<RetryAfter | undefined>
  /** The file is gone once this has answered. */
  handle: (input: InputOf<E>, file: SentFile | undefined, caller: CallerOf<E>, client: ClientInfo) => Promise<Answer<E>>
}

const STATUS: Record<FormFault, number> = { badInput: 400, fileSize: 413, wrongType: 415 }

/** Serves a row whose body is multipart/form-data, for a listener, a guest who gives, or somebody at the desk: who may not send is refused unread. */
export function registerUpload<E extends Row>(
  app: FastifyInstance,
  row: E,
  { tempFiles, gate, handle }: Upload<E>,
): void {
  const multipart = expected(row)
  app.guard.registered.add(row)
  // A context of its own: everywhere else the API goes on refusing what a form of another site can send.
  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    await inner.register(multipartForms, multipartOptions(multipart.maxBytes))
    // Who may not call at all hears that first, whatever they send.
    if (row.auth === 'staff') inner.addContentTypeParser('application/json', (_request, _payload, done) => done(null))
    inner.route({ method: row.method, url: row.path, handler: (request, reply) => answer(request, reply) })
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = await callerFor(app.guard, row, request)
    const call = { guard: app.guard, endpoint: row, caller }
    const refusal = await refusalUnread(request, caller)
    if (refusal) {
      letGo(request.raw)
      return sendResult(call, request, reply, refusal)
    }
    return sendResult(call, request, reply, await receive(request, caller as CallerOf<E>))
  }

  async function refusalUnread(
    request: FastifyRequest,
    caller: Awaited<ReturnType<typeof callerFor>>,
  ): Promise<object | undefined> {
    if (!caller) return new Refused('signedOut', 401)
    const atDesk = 'role' in caller ? deskRefusal(row, caller, request, app.guard.siteOrigin) : undefined
    if (atDesk) return atDesk
    if (!request.isMultipart()) return refusalOf('wrongType', multipart.file)
    return gate(caller as CallerOf<E>, clientInfoOf(request, app.guard.countryHeader))
  }

  async function receive(request: FastifyRequest, caller: CallerOf<E>): Promise<object> {
    const path = await tempFiles.newFile()
    try {
      const form = await readForm(request, multipart, path)
      return typeof form === 'string' ? refusalOf(form, multipart.file) : await handleForm(request, form, caller)
    } finally {
      await rm(path, { force: true })
    }
  }

  async function handleForm(request: FastifyRequest, { fields, file }: Form, caller: CallerOf<E>): Promise<object> {
    const input = readInput(row, request, fields)
    // `readInput` gives what the row's struct let through.
    return input instanceof Refused
      ? input
      : handle(input as InputOf<E>, file, caller, clientInfoOf(request, app.guard.countryHeader))
  }
}

function expected({ multipart, path }: Endpoint): { file: string; maxBytes: number } {
  if (multipart) return multipart
  throw new Error(`${path} takes no file`)
}

function refusalOf(fault: FormFault, field: string): Refused {
  return new Refused(fault, STATUS[fault], fault === 'fileSize' ? { [field]: 'fileSize' } : undefined)
}

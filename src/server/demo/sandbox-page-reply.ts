import type { FastifyReply } from 'fastify'
import { GATEWAY_PAGE_POLICY } from '../payments/gateway-page.ts'

/** Sends a page of the payment sandbox. */
export const sendPage = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', GATEWAY_PAGE_POLICY('')).send(html)

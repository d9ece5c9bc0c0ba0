import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

/** Privacy policy and terms of service: `<locale>/legal/<name>`. */
const legal = defineCollection({
  loader: glob({ base: './i18n', pattern: '*/legal/*.md' }),
  schema: z.object({ updated: z.iso.date(), lead: z.string(), note: z.string() }),
})

export const collections = { legal }

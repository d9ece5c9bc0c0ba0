import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { differencesOf } from '../publish/build/differences.ts'
import { runBuild, type BuildRun } from './shop/run-build.ts'
import { serveCatalog, WORK } from './shop/shop.ts'
import type { Bench, Row } from './table.ts'
import { isMini, size, titlesOf } from './size.ts'

const text = `jsonb_set(translations, '{en,name}', to_jsonb((translations->'en'->>'name') || ' again'))`
/** Changes between two rebuilds, with the seconds and the part of a full build that each may take: the larger of both counts. */
type Change = { what: string; statement: string; must?: number; ratio?: number }
const CHANGES: readonly Change[] = [
  { what: 'nothing', statement: 'select 1', must: 2, ratio: 0.02 },
  {
    what: 'one title',
    statement: `update products set translations = ${text} where id = (select id from products where status = 'published' order by id offset ${size(5_000, 20)} limit 1)`,
    must: 5,
    ratio: 0.05,
  },
  {
    what: 'a price',
    statement: `update products set price_inr = price_inr + 100 where id = (select id from products where status = 'published' order by id offset ${size(700, 7)} limit 1)`,
    must: 5,
    ratio: 0.05,
  },
  {
    what: 'a prolific author',
    statement: `update people set translations = ${text} where id = (select person_id from product_people group by 1 order by count(*) desc limit 1)`,
    must: 15,
    ratio: 0.15,
  },
  {
    what: '100 titles',
    statement: `update products set translations = ${text} where id in (select id from products where status = 'published' order by id offset ${size(3_000, 10)} limit 100)`,
  },
  {
    what: 'a word of the English menu',
    statement: `update menu_items set translations = jsonb_set(translations, '{en,name}', to_jsonb('Menu ' || now())) where slug = 'kids'`,
    must: 40,
    ratio: 0.4,
  },
  {
    what: 'an unpublished title',
    statement: `update products set status = 'unpublished' where id = (select id from products where status = 'published' order by id offset ${size(5_000, 20)} limit 1)`,
  },
]

/** A catalog that was imported has no menu: the first item would replace the words of the shop in both languages. */
const MENU = `insert into menu_items (slug, position, translations)
  select slug, place, jsonb_build_object('en', jsonb_build_object('name', english), 'mr', jsonb_build_object('name', marathi))
  from (values ('home', 1, 'Home', 'मुखपृष्ठ'), ('audiobooks', 2, 'Audiobooks', 'ऑडिओबुक्स'), ('kids', 3, 'Kids', 'मुलांसाठी'))
    item (slug, place, english, marathi)
  on conflict (slug) do nothing`

/** Other benchmarks ask for every title of this catalog. */
const PUBLISH_AGAIN = `update products set status = 'published' where status = 'unpublished'`

/** A rebuild after each kind of change with 10,000 titles. The result must equal a full build. */
export const rebuildBench: Bench = {
  name: 'rebuild',
  async run(words) {
    const titles = titlesOf(words)
    const shop = await serveCatalog(titles)
    const site = join(WORK, `rebuilt-${titles}`)
    rmSync(site, { recursive: true, force: true })
    try {
      await shop.change(MENU)
      const full = await runBuild('build', shop.address, site)
      const rows: Row[] = [{ what: `full build of ${titles} titles${costOf(full)}`, measured: full.seconds, unit: 's' }]
      for (const change of size(CHANGES, CHANGES.slice(1, 2))) {
        await shop.change(change.statement)
        rows.push(changeRow(change, await runBuild('rebuild', shop.address, site), full, titles))
      }
      // tests/site/publish compares the files of each run of the tests.
      if (isMini) return rows
      const again = join(WORK, `rebuilt-whole-${titles}`)
      rmSync(again, { recursive: true, force: true })
      await runBuild('build', shop.address, again)
      const differing = await differencesOf(join(site, 'site/current'), join(again, 'site/current'))
      return [
        ...rows,
        {
          what: `files that differ from a full build ${differing.slice(0, 3).join(' ')}`,
          measured: differing.length,
          must: 0,
        },
      ]
    } finally {
      await shop.change(PUBLISH_AGAIN).finally(() => shop.stop())
    }
  },
}

/** Seconds of CPU count more than those of the clock on a machine that others use too. */
const costOf = ({ cpu, end, publisher, builder }: BuildRun) =>
  `: ${cpu.toFixed(1)} s of CPU, over after ${end.toFixed(1)} s, ${Math.round(Math.max(publisher, builder))} MB`

/** Machines differ: a rebuild keeps its budget in seconds or as a part of the full build. */
function changeRow({ what, must, ratio = 0 }: Change, run: BuildRun, full: BuildRun, titles: number): Row {
  const parts = `${(run.seconds / full.seconds).toFixed(3)} of a full build (${(run.cpu / full.cpu).toFixed(3)} of its CPU)`
  return {
    what: `rebuild after ${what}: ${run.rendered} pages${costOf(run)}, ${parts}`,
    measured: run.seconds,
    unit: 's',
    ...(must !== undefined && { must: Math.max(must, ratio * full.seconds) }),
    growth: { of: `rebuild after ${what}, s`, titles },
  }
}

import { describe, expect, it } from 'vitest'
import { allPages, LOCALES, onePageOfEachKind } from './support/site.ts'
import { findings } from './support/validity.ts'

const pages = allPages()
const chosen = [
  ...LOCALES.flatMap((locale) => onePageOfEachKind(pages, locale)),
  ...pages.filter(({ path }) => path === '/404.html'),
]

describe('[SD-1] HTML is valid', () => {
  it.each(chosen.map(({ path, html }) => [path, html]))('on %s', async (_, html) => {
    expect(await findings(html)).toEqual([])
  })

  it('in the maintenance page', async () => {
    const template =
      chosen[0]?.html.match(/<maintenance-check[^>]*>\s*<template[^>]*>([\s\S]*?)<\/template>/)?.[1] ?? ''
    expect(template).toContain('<h1')
    expect(await findings(template)).toEqual([])
  })

  it('and errors are found', async () => {
    const rules = await findings('<div><p id="a">one<div id="a"></div></p></div>')
    expect(rules.join()).toContain('no-dup-id')
  })
})

/** What a reader without JavaScript finds in the page. */
const textOf = (html: string) =>
  (html.match(/<main id="content"[\s\S]*?<\/main>/)?.[0] ?? '')
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

it('[SD-1] every page kind has its content without JavaScript', () => {
  expect(chosen.filter(({ html }) => textOf(html).length < 4).map(({ path }) => path)).toEqual([])
})

it('[SD-1] every entry of the catalog is complete without JavaScript', () => {
  const entries = pages.filter(({ path, isHidden }) => /product-details\/|\/author\//.test(path) && !isHidden)
  expect(entries.length).toBeGreaterThan(100)
  expect(entries.filter(({ html }) => textOf(html).length < 150).map(({ path }) => path)).toEqual([])
})

/** Texts and attributes that read like the key of a message, by which one that is not there is shown; not the name of what a browser stores. */
const keysIn = (html: string): string[] =>
  [
    ...html
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
      .matchAll(/(?:>|\s[\w-]+=")\s*([a-z]\w*(?:\.[a-z]\w*)+)(?=[\s<"])/g),
  ].flatMap(([, key = '']) => (key.startsWith('listenerHome.') ? [] : [key]))

it('[SD-1] no page shows the key of a message instead of its words', () => {
  expect(keysIn('<p title="sample.play">\n tracks.left 0:23</p>')).toEqual(['sample.play', 'tracks.left'])
  expect(pages.flatMap(({ path, html }) => keysIn(html).map((key) => `${key} on ${path}`))).toEqual([])
})

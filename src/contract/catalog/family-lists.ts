export const FAMILY_LISTS = ['latest_launch', 'popular_titles', 'editors_pick'] as const
/** Lists that have a page of their own: those of the family page, and one of the home page. */
export const LISTS = [...FAMILY_LISTS, 'evergreen'] as const
export type FamilyList = (typeof LISTS)[number]
export const isFamilyList = (slug: string): slug is FamilyList => LISTS.some((list) => list === slug)

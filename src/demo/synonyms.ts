import type { Collections } from '#contract/import/import.ts'

/** What listeners of this shop call its titles. */
export const synonyms: Collections['synonyms'] = [
  { key: 'varkari', words: ['varkari', 'वारकरी', 'pandharpur', 'पंढरपूर', 'vitthal', 'विठ्ठल', 'devotional'] },
  { key: 'sahyadri', words: ['sahyadri', 'सह्याद्री', 'fort', 'forts', 'गड', 'किल्ला', 'trek'] },
]

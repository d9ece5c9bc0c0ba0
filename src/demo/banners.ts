import { slug } from '#brand/brand.ts'
import type { Collections } from '#contract/import/import.ts'

type Banner = Collections['banners'][number]

/** Pictures carry no words: the line over them comes from here in the reader's language. */
export const banners: Banner[] = [
  banner(
    'home-stories',
    'home',
    0,
    '/browse',
    ['Stories that speak your language', 'Audiobooks, serials and podcasts from Maharashtra’s voices.'],
    ['तुमच्या भाषेत बोलणाऱ्या कथा', 'महाराष्ट्राच्या आवाजांतली ऑडिओबुक, मालिका आणि पॉडकास्ट.'],
  ),
  banner(
    'home-free',
    'home',
    1,
    `/try-free-${slug}`,
    ['Start with something free', 'Whole titles, no card, no hurry.'],
    ['सुरुवात मोफत करा', 'पूर्ण पुस्तके; ना कार्ड, ना घाई.'],
  ),
  banner(
    'home-year',
    'home',
    2,
    '/subscribe',
    ['A year of listening', 'Three hundred and sixty-five days, every shelf open.'],
    ['वर्षभर ऐका', 'तीनशे पासष्ट दिवस, हवी तेवढी पुस्तके.'],
  ),
  banner(
    'family-evening',
    'family',
    0,
    '/family-category-details/editors_pick',
    ['One evening, everybody listening', 'Titles that grandparents and ten-year-olds agree about.'],
    ['एक संध्याकाळ, सगळे ऐकताना', 'आजोबा आणि नातवंडे दोघांनाही आवडणारी पुस्तके.'],
  ),
  banner(
    'family-new',
    'family',
    1,
    '/family-category-details/latest_launch',
    ['Just out of the studio', 'The newest recordings, this month.'],
    ['स्टुडिओतून नुकतेच', 'या महिन्यात आलेली नवी पुस्तके.'],
  ),
  banner(
    'kids-moon',
    'kids_top',
    0,
    '/title/school-of-moonlight',
    ['The moon takes the roll call', 'Bedtime stories for those who are not sleepy yet.'],
    ['चांदोबा हजेरी घेतो', 'अजून झोप न आलेल्यांसाठी गोष्टी.'],
  ),
  banner(
    'kids-forest',
    'kids_top',
    1,
    '/title/panchatantra',
    ['Into the Panchatantra forest', 'A monkey, a blue jackal and a tortoise who cannot keep quiet.'],
    ['चला पंचतंत्राच्या जंगलात', 'एक माकड, एक निळा कोल्हा आणि गप्प न बसणारे कासव.'],
  ),
  banner(
    'kids-kites',
    'kids_middle',
    0,
    '/title/the-kite-that-stayed',
    ['Up goes the green kite', 'A festival story for a windy morning.'],
    ['वर गेला हिरवा पतंग', 'वाऱ्याच्या सकाळसाठी सणाची एक गोष्ट.'],
  ),
  banner(
    'kids-space',
    'kids_middle',
    1,
    '/title/mungichi-antaralvari',
    ['Up, up, said the ant', 'Curious stories, with real stars in them.'],
    ['“वर, अजून वर!” मुंगी म्हणाली', 'खऱ्या ताऱ्यांच्या, कुतूहलाच्या गोष्टी.'],
  ),
]

function banner(
  key: string,
  place: Banner['place'],
  position: number,
  href: string,
  en: [string, string],
  mr: [string, string],
): Banner {
  return {
    key,
    place,
    position,
    href,
    image: `banners/${key}.webp`,
    translations: { en: { name: en[0], shortDescription: en[1] }, mr: { name: mr[0], shortDescription: mr[1] } },
  }
}

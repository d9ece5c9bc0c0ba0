import type { Collections } from '#contract/import/import.ts'

export const menu: Collections['menu'] = [
  { slug: 'home', position: 0, translations: { en: { name: 'Home' }, mr: { name: 'मुख्य पान' } } },
  { slug: 'browse', position: 1, translations: { en: { name: 'Browse' }, mr: { name: 'सर्व पुस्तके' } } },
  { slug: 'family', position: 2, translations: { en: { name: 'Family' }, mr: { name: 'कुटुंब' } } },
  { slug: 'kids', position: 3, translations: { en: { name: 'Kids' }, mr: { name: 'मुलांसाठी' } } },
  { slug: 'language-lab', position: 4, translations: { en: { name: 'Language lab' }, mr: { name: 'भाषा शाळा' } } },
  { slug: 'subscribe', position: 5, translations: { en: { name: 'Subscribe' }, mr: { name: 'सदस्यता' } } },
]

export const texts: Collections['texts'] = [
  {
    key: 'gift_message',
    translations: {
      en: {
        name: 'Give a voice',
        description:
          '<p>Somebody you love has a long train journey, a new baby or a quiet house. <strong>Give them stories.</strong> Choose a plan or a title, write a few lines, and we will deliver both on the day.</p>',
      },
      mr: {
        name: 'आवाज भेट द्या',
        description:
          '<p>तुमच्या जवळच्या कुणाचा तरी प्रवास मोठा आहे, घरात नवे बाळ आहे, किंवा घर शांत झाले आहे. <strong>त्यांना गोष्टी भेट द्या.</strong> सदस्यता किंवा पुस्तक निवडा, चार ओळी लिहा; दोन्ही वेळेवर पोहोचवू.</p>',
      },
    },
  },
  {
    key: 'language_lab_intro',
    translations: {
      en: {
        name: 'Language lab',
        shortDescription:
          'Short audio courses: Marathi for those who have just arrived, English for those who are about to leave.',
        description:
          '<p>A language is learned with the ear first. Each course is made of short lessons that can be finished in one bus ride: listen, answer aloud, listen again. Hear all the lessons, do the exercise, and download your certificate.</p>',
      },
      mr: {
        name: 'भाषा शाळा',
        shortDescription: 'ऐकून शिकायचे छोटे अभ्यासक्रम: नुकत्याच आलेल्यांसाठी मराठी, परदेशी निघालेल्यांसाठी इंग्रजी.',
        description:
          '<p>भाषा आधी कानाने शिकतात. प्रत्येक अभ्यासक्रम बसच्या एका फेरीत पूर्ण होणाऱ्या छोट्या धड्यांचा आहे: ऐका, मोठ्याने उत्तर द्या, पुन्हा ऐका. धडे पूर्ण करा, सराव सोडवा आणि प्रमाणपत्र डाउनलोड करा.</p>',
      },
    },
  },
]

export const coupons: Collections['coupons'] = [
  { code: 'MONSOON10', percent: 10 },
  { code: 'LASTONE', percent: 20, uses: 1 },
  { code: 'EXPIRED', percent: 50, expires: '2020-01-01' },
]

export const testimonials: Collections['testimonials'] = [
  testimonial(
    't-1',
    ['Sunanda Marathe, Nagpur', 'My eyes are eighty-one. My ears, thanks to you, are about thirty.'],
    ['सुनंदा मराठे, नागपूर', 'माझे डोळे एक्क्याऐंशी वर्षांचे आहेत. कान मात्र तुमच्यामुळे तिशीतले झाले.'],
  ),
  testimonial(
    't-2',
    ['Imtiaz Bagwan, Solapur', 'I drive a night bus. The passengers sleep and I travel.'],
    ['इम्तियाज बागवान, सोलापूर', 'मी रात्रीची बस चालवतो. प्रवासी झोपतात आणि मी प्रवास करतो.'],
  ),
  testimonial(
    't-3',
    ['Clara Menezes, Toronto', 'My children speak Marathi with a parrot’s accent. I blame Mithu, and I am grateful.'],
    ['क्लारा मेनेझिस, टोरोंटो', 'माझी मुले आता पोपटासारखी मराठी बोलतात. दोष मिठूचा, आणि आभारही त्याचेच.'],
  ),
  testimonial(
    't-4',
    ['Prakash Wagh, Nashik', 'We listen while picking grapes. The whole row stops at the same sentence.'],
    ['प्रकाश वाघ, नाशिक', 'द्राक्षे तोडताना आम्ही ऐकतो. अख्खी ओळ एकाच वाक्याला थांबते.'],
  ),
  testimonial(
    't-5',
    ['Sister Philomena, Pune', 'Our nurses learned to ask where it hurts. The patients noticed on the first day.'],
    ['सिस्टर फिलोमिना, पुणे', 'कुठे दुखतंय हे विचारायला आमच्या परिचारिका शिकल्या. रुग्णांच्या ते पहिल्याच दिवशी लक्षात आले.'],
  ),
  testimonial(
    't-6',
    ['Ananya and Ajji, Kolhapur', 'One earphone each. That is how we do our evenings.'],
    ['अनन्या आणि आज्जी, कोल्हापूर', 'एकच इअरफोन, दोघींत वाटून. आमच्या संध्याकाळी अशा जातात.'],
  ),
]

/** `name` is the person, `description` what they say. */
function testimonial(key: string, en: [string, string], mr: [string, string]): Collections['testimonials'][number] {
  return { key, translations: { en: { name: en[0], description: en[1] }, mr: { name: mr[0], description: mr[1] } } }
}

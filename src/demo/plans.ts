import { AUDIO_TYPES, type Collections } from '#contract/import/import.ts'

const everything = [...AUDIO_TYPES]

/** List prices in paise and cents. In dollars Premium costs more than the year that it contains, as in rupees. */
export const plans: Collections['plans'] = [
  {
    key: 'plan-30',
    duration: 30,
    canPurchase: true,
    priceInr: 9900,
    priceUsd: 490,
    discountedInr: 0,
    perDayPrice: 2,
    audioTypes: everything,
    translations: {
      en: {
        name: '30 days',
        description:
          '<p>A month of everything. Good for one long novel, or eleven short quarrels about what to hear next.</p><ul><li>All audiobooks, originals, podcasts and kids titles</li><li>Language lab included</li></ul>',
      },
      mr: {
        name: '३० दिवस',
        description:
          '<p>महिनाभर सारे काही. एका मोठ्या कादंबरीला पुरेल, किंवा पुढे काय ऐकायचे यावरच्या अकरा छोट्या वादांना.</p><ul><li>सारी ऑडिओबुक, ओरिजिनल, पॉडकास्ट आणि मुलांच्या गोष्टी</li><li>भाषा शाळेसह</li></ul>',
      },
    },
  },
  {
    key: 'plan-books',
    duration: 30,
    canPurchase: true,
    priceInr: 5900,
    priceUsd: 290,
    discountedInr: 0,
    perDayPrice: 1.97,
    audioTypes: ['audiobook'],
    translations: {
      en: {
        name: 'Books only, 30 days',
        description:
          '<p>For whoever comes for the books alone.</p><ul><li>All audiobooks</li><li>Originals, podcasts, kids titles and courses are not in it</li></ul>',
      },
      mr: {
        name: 'फक्त पुस्तके, ३० दिवस',
        description:
          '<p>फक्त पुस्तकांसाठी येणाऱ्यांसाठी.</p><ul><li>सारी ऑडिओबुक</li><li>ओरिजिनल, पॉडकास्ट, मुलांच्या गोष्टी आणि अभ्यासक्रम यात नाहीत</li></ul>',
      },
    },
  },
  {
    key: 'plan-90',
    duration: 90,
    canPurchase: true,
    priceInr: 26700,
    priceUsd: 1299,
    discountedInr: 13500,
    perDayPrice: 1.5,
    audioTypes: everything,
    translations: {
      en: {
        name: '90 days',
        description:
          '<p>One whole monsoon, from the first cloud to the last umbrella.</p><ul><li>Everything in the 30-day plan</li><li>A better price per day</li></ul>',
      },
      mr: {
        name: '९० दिवस',
        description:
          '<p>एक अख्खा पावसाळा, पहिल्या ढगापासून शेवटच्या छत्रीपर्यंत.</p><ul><li>३० दिवसांच्या सदस्यतेतले सारे काही</li><li>दिवसाला कमी दर</li></ul>',
      },
    },
  },
  {
    key: 'plan-365',
    duration: 365,
    canPurchase: true,
    priceInr: 89900,
    priceUsd: 3999,
    discountedInr: 36500,
    perDayPrice: 1,
    audioTypes: everything,
    translations: {
      en: {
        name: '365 days',
        description:
          '<p>A year of stories: every festival, every commute, every sleepless night.</p><ul><li>Everything in the 90-day plan</li><li>Every new title of the year</li></ul>',
      },
      mr: {
        name: '३६५ दिवस',
        description:
          '<p>वर्षभर गोष्टी: प्रत्येक सणाला, प्रत्येक प्रवासात, झोप न येणाऱ्या प्रत्येक रात्री.</p><ul><li>९० दिवसांच्या सदस्यतेतले सारे काही</li><li>वर्षभरात येणारी प्रत्येक नवी गोष्ट</li></ul>',
      },
    },
  },
  {
    key: 'plan-premium',
    duration: 365,
    canPurchase: true,
    priceInr: 250000,
    priceUsd: 11890,
    discountedInr: 0,
    perDayPrice: 6.85,
    audioTypes: everything,
    translations: {
      en: {
        name: 'Premium',
        description:
          '<p>A year for the listener who also wants to support the studio. Your name is read out, by a person, once a year.</p><ul><li>Everything in the 365-day plan</li><li>New serials a week early</li><li>A signed printed cover at Diwali</li></ul>',
      },
      mr: {
        name: 'प्रीमियम',
        description:
          '<p>स्टुडिओलाही हातभार लावू इच्छिणाऱ्या श्रोत्यांसाठी वर्षभर. वर्षातून एकदा तुमचे नाव, एका माणसाच्या आवाजात, वाचले जाते.</p><ul><li>३६५ दिवसांच्या सदस्यतेतले सारे काही</li><li>नव्या मालिका एक आठवडा आधी</li><li>दिवाळीला स्वाक्षरीसह छापील मुखपृष्ठ</li></ul>',
      },
    },
  },
  {
    key: 'plan-institution',
    duration: 365,
    canPurchase: false,
    priceInr: 0,
    priceUsd: 0,
    discountedInr: 0,
    perDayPrice: 0,
    audioTypes: everything,
    translations: {
      en: {
        name: 'Schools and institutions',
        description:
          '<p>For schools, libraries, hospitals and companies: listening for a whole building, and language courses with certificates. Write to us and we will make an offer that fits the number of ears.</p>',
      },
      mr: {
        name: 'शाळा आणि संस्था',
        description:
          '<p>शाळा, ग्रंथालये, रुग्णालये आणि कंपन्यांसाठी: अख्ख्या संस्थेने ऐकावे असे सारे काही, आणि प्रमाणपत्रासह भाषा अभ्यासक्रम. आम्हाला लिहा; श्रोत्यांच्या संख्येनुसार दर सांगू.</p>',
      },
    },
  },
]

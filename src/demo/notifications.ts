import type { Collections } from '#contract/import/import.ts'
import type { NotificationKind } from '#contract/notifications.ts'

type Row = Collections['notifications'][number]
type Text = [name: string, description: string]

/** What listeners were told of lately, the oldest first. */
export const notifications: Row[] = [
  sent(
    'promotional_notification',
    'welcome-shelf',
    ['The free shelf has grown', 'Whole titles of every kind, for nothing. Begin with a short one.'],
    ['मोफत पुस्तके वाढली आहेत', 'सगळ्या प्रकारची पूर्ण पुस्तके, काहीही न देता. आधी एखादे छोटे ऐकून पाहा.'],
  ),
  title(
    'hello-marathi',
    ['New course: Hello, Marathi!', 'Your first fifty words, in the order in which you will need them.'],
    ['नवा अभ्यासक्रम: नमस्कार मराठी!', 'पहिले पन्नास शब्द, ज्या क्रमाने लागतील त्या क्रमाने.'],
  ),
  episode(
    'chulivarchya-gappa/02',
    ['A new episode of Hearthside Chat', 'Bhakri for forty: who kneads, and who counts.'],
    ['‘चुलीवरच्या गप्पा’: नवा भाग', 'चाळीस जणांची भाकरी: कोण थापते, आणि कोण मोजते.'],
  ),
  title(
    'the-last-tonga',
    ['New original: The Last Tonga', 'Hooves on tar, and a fare that nobody can pay.'],
    ['नवी मालिका: शेवटचा टांगा', 'डांबरी रस्त्यावर टापा, आणि कुणालाच परवडणार नाही असे भाडे.'],
  ),
  episode(
    'pune-in-nine-minutes/02',
    ['A new episode of Pune in Nine Minutes', 'The water line: a brass mark at the height of your chest.'],
    ['‘नऊ मिनिटांत पुणे’: नवा भाग', 'पाण्याची रेषा: छातीच्या उंचीवरची एक पितळी खूण.'],
  ),
  sent(
    'promotional_notification',
    'diwali',
    ['Stories for the Diwali holidays', 'Long journeys are shorter with a serial. Ten per cent off with MONSOON10.'],
    ['दिवाळीच्या सुट्टीसाठी गोष्टी', 'मालिका सोबत असली की लांबचा प्रवासही लवकर सरतो. MONSOON10 वापरा आणि दहा टक्के सवलत घ्या.'],
  ),
  title(
    'dnyaneshwari',
    ['Dnyaneshwari, read anew', 'The first ovis, free for everybody.'],
    ['ज्ञानेश्वरी, नव्या आवाजात', 'सुरुवातीच्या ओव्या, सगळ्यांसाठी मोफत.'],
  ),
  title(
    'vada-number-saat',
    ['New original: Wada Number Seven', 'One room larger inside than outside.'],
    ['नवी मालिका: वाडा नंबर सात', 'बाहेरून मोजले तर आत एक खोली जास्त भरते.'],
  ),
  title(
    'school-of-moonlight',
    ['For the children: School of Moonlight', 'It opens when all other schools are asleep.'],
    ['मुलांसाठी: चांदण्यांची शाळा', 'बाकीच्या शाळा झोपल्या की ही उघडते.'],
  ),
  episode(
    'prashna-vidnyanache/03',
    ['A new episode of Questions of Science', 'Who taught the spider?'],
    ['‘प्रश्न विज्ञानाचे’: नवा भाग', 'कोळ्याला कुणी शिकवले?'],
  ),
  title(
    'the-lamp-at-rajgad',
    ['New: The Lamp at Rajgad', 'A lamp that has burned for three hundred years, and the girl who has to climb to it.'],
    ['नवीन: राजगडावरचा दिवा', 'तीनशे वर्षे तेवणारा दिवा, आणि तिथवर चढून जाणारी मुलगी.'],
  ),
  episode(
    'pune-in-nine-minutes/03',
    ['A new episode of Pune in Nine Minutes', 'The quiet gate, and what it is still keeping out.'],
    ['‘नऊ मिनिटांत पुणे’: नवा भाग', 'शांत दरवाजा, आणि तो अजून काय अडवतो ते.'],
  ),
]

function sent(
  kind: NotificationKind,
  key: string,
  en: Text,
  mr: Text,
  names: Pick<Row, 'product' | 'track'> = {},
): Row {
  return { key, kind, translations: { en: wording(en), mr: wording(mr) }, ...names }
}

function title(product: string, en: Text, mr: Text): Row {
  return sent('product_publish', product, en, mr, { product })
}

function episode(track: string, en: Text, mr: Text): Row {
  return sent('episode_launch', track, en, mr, { track })
}

function wording([name, description]: Text) {
  return { name, description }
}

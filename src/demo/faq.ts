import type { Collections } from '#contract/import/import.ts'

type Query = [que: string, ans: string, queMr: string, ansMr: string]

export const faq: Collections['faq'] = [
  topic('listening', 0, 'Listening', 'ऐकणे', [
    [
      'Can I listen before I pay?',
      'Yes. Every title has a sample that anybody can hear without signing in, and the titles marked Free can be heard in full once you have signed in.',
      'पैसे देण्याआधी ऐकता येते का?',
      'हो. प्रत्येक पुस्तकाचा नमुना लॉग इन न करताही ऐकता येतो. ‘मोफत’ असे लिहिलेली पुस्तके लॉग इन केल्यावर पूर्ण ऐकता येतात.',
    ],
    [
      'Does it remember where I stopped?',
      'Yes. When you are signed in, your place is kept on every device, and the player at the foot of the page offers to go on from there.',
      'कुठे थांबलो ते लक्षात राहते का?',
      'हो. लॉग इन केले असेल, तर तुम्ही कुठे थांबलात ते सर्व उपकरणांवर लक्षात राहते आणि खालचा प्लेअर तिथूनच पुढे सुरू करतो.',
    ],
    [
      'Can I change the speed?',
      'The player goes from half to three times the normal speed, and skips ten seconds back or forward.',
      'वेग बदलता येतो का?',
      'हो. निम्म्यापासून तिप्पट वेगापर्यंत ऐकता येते, आणि दहा सेकंद मागे किंवा पुढे जाता येते.',
    ],
    [
      'Why do the voices sound like a computer?',
      'Because all recordings of this demo are computer speech; a publisher replaces them with real readings.',
      'आवाज संगणकासारखे का वाटतात?',
      'कारण डेमोतली सगळी रेकॉर्डिंग संगणकाच्या आवाजात आहेत; प्रकाशक त्यांच्या जागी खऱ्या निवेदकांचे आवाज ठेवतात.',
    ],
  ]),
  topic('subscription', 1, 'Subscription', 'सदस्यता', [
    [
      'What does a subscription include?',
      'Audiobooks, originals, podcasts, kids titles and language courses, as far and as long as the plan says. Titles that are sold only singly say so on their page.',
      'सदस्यतेत काय मिळते?',
      'सदस्यतेच्या मुदतीत तिच्यावर लिहिलेले सारे: ऑडिओबुक, ओरिजिनल, पॉडकास्ट, मुलांची पुस्तके आणि भाषा अभ्यासक्रम. फक्त स्वतंत्र विकल्या जाणाऱ्या पुस्तकांवर तसे लिहिलेले असते.',
    ],
    [
      'How does renewal work?',
      'Only if you choose it at checkout. You can stop it at any time; the period you have paid for runs to its end.',
      'नूतनीकरण कसे होते?',
      'पैसे भरताना तुम्ही निवडले तरच. ते कधीही थांबवता येते; भरलेली मुदत मात्र पूर्ण मिळते.',
    ],
    [
      'Can I buy a second plan before the first ends?',
      'Yes. The new plan waits and begins when the running one ends.',
      'पहिली सदस्यता संपण्याआधी दुसरी घेता येते का?',
      'हो. नवी सदस्यता थांबून राहते आणि चालू सदस्यता संपली की सुरू होते.',
    ],
    [
      'Do you have plans for schools?',
      'Yes. Choose Inquiry beside the plan for schools and institutions, or write to us.',
      'शाळांसाठी सदस्यता आहे का?',
      'हो. ‘शाळा आणि संस्था’ या सदस्यतेशेजारी ‘चौकशी करा’ दाबा किंवा आम्हाला लिहा.',
    ],
  ]),
  topic('payment', 2, 'Payment and gifts', 'पैसे आणि भेटी', [
    [
      'Are taxes included?',
      'Yes: the large price is what you pay in India, and the price before GST stands beside it. The checkout shows the tax in its own lines: CGST and SGST in Maharashtra, IGST in other states.',
      'किमतीत कर धरला आहे का?',
      'हो. मोठ्या अक्षरांतली किंमत म्हणजे भारतात भरायची पूर्ण रक्कम; शेजारी जीएसटीआधीची किंमत असते. पैसे भरण्याआधी कर वेगळ्या ओळींत दिसतो: महाराष्ट्रात सीजीएसटी आणि एसजीएसटी, इतर राज्यांत आयजीएसटी.',
    ],
    [
      'How do I use a coupon?',
      'Type the code in the coupon box at checkout and choose Apply. The discount is taken before tax.',
      'कूपन कसे वापरायचे?',
      'पैसे भरताना कूपनच्या चौकटीत कोड लिहा आणि ‘लागू करा’ दाबा. सवलत करापूर्वी वजा होते.',
    ],
    [
      'Can I give a subscription as a gift?',
      'Yes, and a single title too, from the gift page. We write to the email address and telephone number of the person who will receive it, or you send them a link yourself; you may add a message of up to 500 characters.',
      'सदस्यता भेट देता येते का?',
      'हो, भेटीच्या पानावरून. त्यांच्या ई-मेलवर आणि फोनवर आम्ही लिहितो, किंवा लिंक तुम्ही पाठवा; सोबत ५०० अक्षरांपर्यंत संदेश देता येतो.',
    ],
    [
      'The payment failed. Was I charged?',
      'An order that failed or was cancelled stays under My Orders, where you can pay again. If your bank shows a charge for it, the amount returns by itself within a week.',
      'पैसे भरता आले नाहीत. रक्कम गेली का?',
      'अपूर्ण राहिलेली किंवा रद्द झालेली ऑर्डर ‘माझ्या ऑर्डर’ इथे राहते; तिथून पुन्हा पैसे भरता येतात. बँकेतून रक्कम गेली असेल, तर ती आठवड्याभरात आपोआप परत येते.',
    ],
    [
      'Do you give refunds?',
      'Not for a change of taste. If a recording is faulty, write to us and we will replace it.',
      'पैसे परत मिळतात का?',
      'आवड बदलली म्हणून नाही. रेकॉर्डिंगमध्ये दोष असेल, तर आम्हाला लिहा; आम्ही ते बदलून देऊ.',
    ],
  ]),
  topic('kids-and-family', 3, 'Kids and family', 'मुले आणि कुटुंब', [
    [
      'From what age are the kids titles?',
      'Rhymes and bedtime stories from three, animal tales and the first adventures from four or five, science from seven. The page of each title names its ages.',
      'मुलांची पुस्तके कोणत्या वयापासून?',
      'बडबडगीते आणि झोपेच्या गोष्टी तीन वर्षांपासून, प्राण्यांच्या गोष्टी आणि पहिली साहसे चार-पाच वर्षांपासून, विज्ञान सात वर्षांपासून. प्रत्येक पानावर वय लिहिलेले असते.',
    ],
    [
      'Is there anything frightening in them?',
      'A crocodile, a storm and one strict aunt. Nothing that stays after the light is out.',
      'त्यात भीतीदायक काही आहे का?',
      'एक मगर, एक वादळ आणि एक कडक मावशी. दिवा मालवल्यावर मागे राहील असे काही नाही.',
    ],
    [
      'Can the whole family use one account?',
      'Yes. The library is shared, and playing continues where the last listener stopped.',
      'सगळ्या कुटुंबाला एक खाते चालते का?',
      'हो. ग्रंथालय सगळ्यांचे एकच असते, आणि शेवटचा श्रोता जिथे थांबला तिथून पुढे सुरू होते.',
    ],
    [
      'What does Family mean in the menu?',
      'Titles for adults that can safely be played in the living room.',
      '‘कुटुंब’ या विभागात काय आहे?',
      'मोठ्यांची, पण बैठकीच्या खोलीत निःसंकोच लावता येतील अशी पुस्तके.',
    ],
  ]),
  topic('language-lab', 4, 'Language lab', 'भाषा शाळा', [
    [
      'How do the courses work?',
      'A course is a row of short lessons. Listen, answer aloud in the pauses, and go on; your progress is shown as a circle on the course page.',
      'अभ्यासक्रम कसे चालतात?',
      'अभ्यासक्रम म्हणजे छोट्या धड्यांची रांग. ऐका, विरामात मोठ्याने उत्तर द्या आणि पुढे चला. प्रगती अभ्यासक्रमाच्या पानावर वर्तुळात दिसते.',
    ],
    [
      'When can I do the exercise?',
      'When you have heard all the lessons, that is, at 100 percent.',
      'सराव कधी करता येतो?',
      'सारे धडे ऐकून झाल्यावर, म्हणजे १०० टक्के झाल्यावर.',
    ],
    [
      'How do I get the certificate?',
      'When you have heard all the lessons, at 100 percent, it can be downloaded from the language lab and from the course page.',
      'प्रमाणपत्र कसे मिळते?',
      'सारे धडे ऐकून १०० टक्के झाले, की ते भाषा शाळेतून किंवा अभ्यासक्रमाच्या पानावरून डाउनलोड करता येते.',
    ],
    [
      'Can my institute offer its own course?',
      'Yes. Its name and logo are shown on the course. Write to us to begin.',
      'आमच्या संस्थेचा स्वतःचा अभ्यासक्रम ठेवता येतो का?',
      'हो. अभ्यासक्रमावर संस्थेचे नाव आणि बोधचिन्ह दिसते. सुरुवातीसाठी आम्हाला लिहा.',
    ],
  ]),
]

function topic(key: string, position: number, en: string, mr: string, queries: Query[]): Collections['faq'][number] {
  return {
    key,
    position,
    title: { en: { name: en }, mr: { name: mr } },
    queries: queries.map(([que, ans, queMr, ansMr]) => ({
      que: { en: { name: que }, mr: { name: queMr } },
      ans: { en: { name: ans }, mr: { name: ansMr } },
    })),
  }
}

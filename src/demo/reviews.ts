import type { TitleRow } from '#contract/import/import.ts'

type Review = [name: string, score: number, title: string, body: string, created: string]

const REVIEWS: Record<string, Review[]> = {
  dnyaneshwari: [
    ['सुमती आगाशे', 5, 'रोजची सकाळ', 'पसायदानाने दिवस सुरू होतो. गती अगदी योग्य आहे.', '2026-11-05'],
    [
      'Rohan Mathew',
      5,
      'I do not know Marathi',
      'I understood nothing and played it three times. What a metre!',
      '2026-11-08',
    ],
    ['विश्वास पाटणकर', 5, 'शांत आणि स्पष्ट', 'संगीत नाही हेच सगळ्यात छान.', '2026-11-12'],
    [
      'Anjali Bapat',
      4,
      'More, please',
      'Beautiful reading. I would like all eighteen chapters now, and then I would like them again, slowly, with my mother listening beside me.',
      '2026-11-16',
    ],
  ],
  'tukaram-abhang-gatha': [
    ['दत्ता मोरे', 5, 'वारीत ऐकले', 'चालता चालता ऐकले. पावले आपोआप लयीत पडली.', '2026-07-19'],
    ['Prachi Rege', 4, 'Plain and strong', 'No ornaments, just the words. My father sang along.', '2026-08-02'],
  ],
  'the-lamp-at-rajgad': [
    [
      'Neil Kharkar',
      5,
      'I missed my stop',
      'Listened on the local and got off at Kalyan. I live in Thane.',
      '2026-11-15',
    ],
    ['स्नेहल गायकवाड', 5, 'दिवा डोळ्यासमोर उभा', 'शेवटचा प्रश्न ऐकून अंगावर काटा आला.', '2026-11-16'],
    [
      'Farida Contractor',
      4,
      'The goat!',
      'Slow to start, and then impossible to stop. Justice for the goat.',
      '2026-11-17',
    ],
    ['अभिजित रणदिवे', 5, 'गड पुन्हा चढलो', 'पायऱ्या मोजत ऐकले. दोनशे अकरा बरोबर आहेत.', '2026-11-18'],
    ['Tess Oliver', 4, 'From Glasgow', 'We have rain too, but ours is not this well written.', '2026-11-19'],
  ],
  'pavsali-patra': [
    ['माधवी कर्णिक', 5, 'आईसाठी घेतले', 'आई टपाल खात्यात होती. तिने रडत ऐकले, मग हसत.', '2026-09-21'],
    ['Sahil Dcruz', 4, 'Gentle', 'Good for a rainy Sunday. The last letter stays with you.', '2026-09-28'],
    ['उमेश शेवाळे', 5, 'साधे आणि खोल', 'एकही शब्द जास्तीचा नाही.', '2026-10-04'],
  ],
  'the-clockmaker-of-pune': [
    ['Ira Sabnis', 5, 'Fair and clever', 'Every clue was there. I looked at the wrong clock.', '2026-08-29'],
    ['मकरंद फाटक', 4, 'पेठेतला वास', 'ऐकताना चहाचा वास येतो. शेवट थोडा लवकर आला.', '2026-09-06'],
    ['George Pinto', 4, 'Dry as toast', 'Natu deserves ten more books.', '2026-09-15'],
  ],
  'ghatatli-railway': [
    ['बाळासाहेब उगले', 5, 'मीही चालक होतो', 'तिसरी शिट्टी खरी आहे. कुणाला सांगू नका.', '2026-06-20'],
    ['Kiran Salunkhe', 4, 'Window seat', 'Now I know what that tea stall was.', '2026-07-01'],
  ],
  'mangoes-in-march': [
    [
      'Deepa Nagarkar',
      5,
      'My family, exactly',
      'Three sisters, one cook. Have you been listening at our door?',
      '2026-04-02',
    ],
    ['शलाका वैद्य', 4, 'गोड आणि आंबट', 'इंग्रजीत आहे पण मनात मराठीच ऐकू येते.', '2026-04-11'],
    ['Hugh Baker', 3, 'Needs a family tree', 'Charming, although I mixed up the aunts.', '2026-05-01'],
  ],
  'shrimant-yoddha': [
    ['संदीप जगताप', 5, 'वेगळा इतिहास', 'लढाई नाही, पण शौर्य आहे.', '2026-01-04'],
    ['Ruta Khare', 5, 'The well', 'I had to stop the car at the well.', '2026-01-19'],
  ],
  'vidnyanachi-vat': [
    ['ओवी कुलथे', 5, 'मला कळले!', 'मी दहा वर्षांची आहे. सायकलचे आवडले.', '2026-03-08'],
    ['Vikram Soman', 4, 'Clear', 'Honest about what is not known. Rare.', '2026-03-30'],
  ],
  'salt-and-tide': [
    ['Marie Lobo', 5, 'Our Vasai', 'The pans rang under my feet again.', '2026-05-19'],
    ['Arun Tilekar', 4, 'Like the tide', 'Slow in, slow out. Beautiful.', '2026-06-07'],
  ],
  'mati-ani-manasa': [
    ['रावसाहेब माळी', 5, 'आमचीच गोष्ट', 'विहिरीचा खटला गावात सगळ्यांना ऐकवला.', '2025-11-01'],
    ['Leena Thomas', 4, 'Funny, then not', 'Laughed until the last line of each story.', '2025-12-14'],
  ],
  'savitrichi-shala': [
    ['वैशाली सोनवणे', 5, 'वर्गात ऐकवले', 'माझ्या सातवीच्या मुली शांत बसून ऐकत होत्या.', '2026-01-12'],
    ['Gaurav Nikam', 5, 'Every school', 'This should be played in every school.', '2026-02-03'],
    ['मीनल ठाकूर', 4, 'ओघवते', 'लुगड्याचा प्रसंग विसरता येत नाही.', '2026-02-20'],
  ],
  'eight-minutes-of-silence': [
    ['Pallavi Shah', 4, 'It works', 'The pressure cooker one. I am not joking.', '2026-10-09'],
    ['Sam Verghese', 5, 'Short and kind', 'Finally, a calm book without a beach.', '2026-10-21'],
  ],
  'chandrabhagechya-valvanti': [
    ['नलिनी भोईर', 5, 'ओवीची आठवण', 'जात्यावरची आजी आठवली.', '2026-08-01'],
    ['सागर इंगोले', 4, 'लहान पण मोठे', 'दोन कविता, दोन दिवस मनात राहिल्या.', '2026-08-16'],
  ],
  'the-last-tonga': [
    ['Ninad Oak', 5, 'Who knocked?', 'I heard it at night. Do not hear it at night.', '2026-10-29'],
    ['Tanvi Gore', 4, 'Creepy, tasteful', 'The horse is the best actor.', '2026-11-03'],
  ],
  'vada-number-saat': [
    ['केतकी लिमये', 5, 'फोडणीचा आवाज', 'सातवी फोडणी ऐकून मी भिंतीला कान लावला.', '2026-11-09'],
    ['Aditya Raut', 5, 'Best with headphones', 'You can hear the size of each room.', '2026-11-11'],
    ['श्रीधर परब', 4, 'पुढचा भाग कधी?', 'जिन्याच्या पायऱ्या मोजायची सवय लागली.', '2026-11-17'],
  ],
  'mangal-2061': [
    ['ईशान चौधरी', 5, 'मंगळमूर्ती मोरया', 'हसवले आणि शेवटी रडवले.', '2026-09-14'],
    ['Sheetal Bhatia', 4, 'Warm science fiction', 'Thirteen minutes of delay and still: did you eat?', '2026-09-16'],
  ],
  'monsoon-frequency': [
    ['Bharat Kini', 5, 'Move the boats', 'Goosebumps. More episodes, please.', '2026-08-18'],
    ['आरती गुजर', 4, 'रात्री एकटीने ऐकू नका', 'रेडिओ बंद करून झोपले.', '2026-08-25'],
  ],
  'kolhapur-case-files': [
    ['Sujay Desai', 4, 'In B flat', 'Best last line I have heard this year.', '2026-05-02'],
    ['पूनम चव्हाण', 5, 'आशा माने झिंदाबाद', 'गदेचा उलगडा अफलातून.', '2026-05-17'],
  ],
  'dongarvatecha-doctor': [
    ['डॉ. समीर वाणी', 5, 'अगदी खरे', 'माझीही पहिली नेमणूक अशीच होती.', '2026-07-03'],
    ['Lata Krishnan', 5, 'Lovely people', 'The midwife should have her own series.', '2026-07-11'],
    ['अमोल बनसोडे', 4, 'छान', 'शेवट सुंदर आहे.', '2026-08-09'],
  ],
  'chalitli-diwali': [
    ['स्वाती परांजपे', 5, 'आमची चाळ!', 'गिरगावची आठवण आली. चकली आमचीच भारी.', '2025-10-20'],
    ['Joel Mascarenhas', 4, 'Neighbours', 'We had the same tap and the same war.', '2025-10-25'],
  ],
  'the-indigo-letters': [
    ['Marta Reis', 5, 'From Porto', 'I looked for the window to the east.', '2026-02-19'],
    ['अदिती सरदेसाई', 4, 'निळ्या रंगाची गोष्ट', 'पत्रांमधली शांतता सुंदर वापरली आहे.', '2026-03-04'],
  ],
  'pune-in-nine-minutes': [
    ['Chaitanya Modak', 5, 'Look up', 'Thirty years on that road. Never saw the parrot.', '2026-11-02'],
    ['रेवती घाटे', 5, 'मुलांना घेऊन गेलो', 'भाग ऐकत कोपऱ्यावर उभे राहिलो. मजा आली.', '2026-11-09'],
  ],
  'chulivarchya-gappa': [
    ['अलका जोग', 5, 'हिंगाचा वास', 'आमटी करून पाहिली. आजीसारखी झाली नाही, पण जवळ गेली.', '2026-10-02'],
    ['Nisha Pillai', 4, 'Made me hungry', 'I follow half the Marathi and all of the food.', '2026-10-15'],
    ['प्रमोद साने', 4, 'पुरणपोळीचे गणित', 'चार जण, पाच तुकडे. अगदी असेच.', '2026-10-27'],
  ],
  'prashna-vidnyanache': [
    ['सई धुमाळ', 5, 'माझा प्रश्न होता!', 'आता मी सावलीला शुभ रात्री म्हणते.', '2026-09-05'],
    ['Rajesh Bhide', 4, 'Science at dinner', 'We stop eating to try things. My wife objects.', '2026-09-22'],
  ],
  'the-quiet-quarter-hour': [
    ['Meghna Iyer', 5, 'I slept', 'For the first time in a month.', '2026-04-20'],
    ['Cyrus Patel', 3, 'Too quiet?', 'I thought that my phone had died. Then I relaxed.', '2026-05-03'],
  ],
  panchatantra: [
    ['रुपाली वाघ', 5, 'रोज रात्री एक', 'मुलाला मगरीचा आवाज सगळ्यात आवडतो.', '2026-10-15'],
    ['Dilip Karve', 5, 'No moral at the end', 'My granddaughter found it by herself. Wonderful.', '2026-10-22'],
    ['शुभम लाड', 4, 'कासव मस्त', 'बडबड बंद झाली. दोन मिनिटे.', '2026-11-01'],
    ['Zoya Merchant', 5, 'Howl!', 'The blue jackal howls all day in our house now.', '2026-11-06'],
  ],
  'school-of-moonlight': [
    ['Aparna Joglekar', 5, 'Number eleven', 'Asleep before the end. The child too.', '2026-11-13'],
    ['निलेश कदम', 5, 'गोड', 'चंद्रबाईंची शाळा मुलीला फार आवडली.', '2026-11-18'],
  ],
  'hattichi-hajeri': [
    ['मानसी तावडे', 5, 'हजर!', 'आता घरात सगळे सोंड वर करून हजर म्हणतात.', '2026-06-22'],
    ['Roy Dsilva', 4, 'Silly and perfect', 'My twins demanded it five times.', '2026-07-08'],
  ],
  'aajichya-godhadit': [
    ['कविता मांडके', 5, 'गोधडी आठवली', 'मुलाआधी मीच झोपले.', '2026-09-17'],
    ['Smita Lall', 5, 'Bedtime solved', 'We choose a patch each night.', '2026-09-30'],
  ],
  'killedar-mithu': [
    ['आरव भिसे', 5, 'तोफ डागा!', 'मी मिठू झालो आहे. परवलीचा शब्द सांगा.', '2026-10-11'],
    ['Jyoti Pawar', 4, 'Brave bird', 'Two chillies for this one.', '2026-10-24'],
  ],
  'hello-marathi': [
    ['Emily Carter', 5, 'It starts with tea', 'I ordered tea, with less sugar. It worked!', '2026-10-28'],
    ['Suresh Nair', 5, 'Useful from day one', 'The little “na” changed my life at the office.', '2026-11-04'],
    ['Pooja Agarwal', 4, 'Friendly', 'Short lessons and clear voices.', '2026-11-14'],
  ],
  'marathi-for-nurses': [
    ['Sheeba Joseph', 5, 'Thank you', 'The last lesson made the whole ward quiet.', '2026-09-19'],
    ['Anu Varghese', 5, 'Exactly what we need', 'My patients smile when I ask it softly.', '2026-10-08'],
  ],
}

export function reviewsOf(key: string): TitleRow['reviews'] {
  return (REVIEWS[key] ?? []).map(([name, score, title, body, created], index) => ({
    key: `${key}/review-${index + 1}`,
    name,
    score,
    title,
    body,
    created: `${created}T06:30:00.000Z`,
  }))
}

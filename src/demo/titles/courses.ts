import type { Story } from '../story.ts'

/** Lessons switch languages inside a sentence: the script decides which voice reads which run. */
export const courses: Story[] = [
  {
    key: 'hello-marathi',
    type: 'languagelab', spoken: 'en', voice: 'female',
    en: { name: 'Hello, Marathi!', short: 'Your first fifty words, in the order in which you will need them.', about: ['Begin with a greeting, end with a cup of tea. Each lesson has five phrases, spoken slowly, with a pause for you to answer.'] },
    mr: { name: 'नमस्कार मराठी!', short: 'पहिले पन्नास शब्द, ज्या क्रमाने लागतील त्या क्रमाने.', about: ['सुरुवात नमस्काराने, शेवट चहाने. प्रत्येक धड्यात पाच वाक्ये, सावकाश म्हटलेली, उत्तर द्यायला जागा सोडून.'] },
    authors: ['gauri-inamdar'], directors: ['zeenat-shaikh'], artists: ['mukta-sathe', 'kavya-menon'],
    categories: ['lab-beginners'], isFree: true, published: '2026-10-19',
    opening: 'Hello is नमस्कार. Say it with both hands. नमस्कार. You now know enough Marathi to enter any house.',
    parts: [
      { en: 'Greetings', mr: 'नमस्कार', text: 'Good morning, or good evening: नमस्कार. My name is Maria: माझे नाव मारिया आहे. What is your name? तुमचे नाव काय? How are you? तुम्ही कसे आहात? I am well: मी बरी आहे.' },
      { en: 'Please and thank you', mr: 'कृपया आणि धन्यवाद', text: 'Thank you is धन्यवाद. But at home nobody says it. At home, one says बरं, and smiles. Please sit: बसा ना. Please eat: जेवा ना. That little ना is the whole of politeness.' },
      { en: 'A cup of tea', mr: 'चहा', text: 'Will you have tea? चहा घेणार का? Yes, please: हो, चालेल. Less sugar: साखर कमी. One more: अजून एक. And, very important, no more: पुरे, पुरे!' },
    ],
  },
  {
    key: 'devanagari-in-seven-days',
    type: 'languagelab', spoken: 'en', voice: 'male',
    en: { name: 'Devanagari in Seven Days', short: 'Learn to read bus boards in a week: seven letters a day, with their sounds.', about: ['Devanagari is read exactly as it is written. This course teaches the letters by where they sit in the mouth, not by the alphabet.'] },
    mr: { name: 'सात दिवसांत देवनागरी', short: 'आठवड्यात बसवरच्या पाट्या वाचा: रोज सात अक्षरे, उच्चारांसह.', about: ['देवनागरी जशी लिहितात तशीच वाचतात. या अभ्यासक्रमात अक्षरे वर्णमालेने नाही, तर तोंडातल्या उच्चारस्थानांवरून शिकवली आहेत.'] },
    authors: ['gauri-inamdar'], directors: ['zeenat-shaikh'], artists: ['daniel-dsouza', 'mukta-sathe'],
    categories: ['lab-script', 'lab-beginners'], price: [19900, 299], published: '2026-08-03',
    opening: 'Put your tongue against your teeth. Say त, थ, द, ध, न. You have just read a whole row of the alphabet without opening a book.',
    parts: [
      { en: 'Day one: at the lips', mr: 'पहिला दिवस: ओठांवर', text: 'Five letters are made with the lips. प, as in पाणी, water. फ, as in फूल, flower. ब, as in बस, bus. भ, as in भाजी, vegetable. म, as in मराठी. Read this word: बस.' },
      { en: 'Day two: at the teeth', mr: 'दुसरा दिवस: दातांवर', text: 'Five letters are made at the teeth. त, as in तूप, ghee. थ, as in थांबा, stop. द, as in दार, door. ध, as in धान्य, grain. न, as in नाव, name. Read this sign: थांबा.' },
      { en: 'Day three: the line on top', mr: 'तिसरा दिवस: शिरोरेषा', text: 'The line along the top is like a washing line. The letters hang from it. When the line ends, the word ends. Two words: पुणे, स्टेशन. Now you can find your train.' },
    ],
  },
  {
    key: 'office-english',
    type: 'languagelab', spoken: 'mr', voice: 'male',
    en: { name: 'English for the Office', short: 'Meetings, mails and telephone calls, explained in Marathi.', about: ['Harish Pendse answers the question that his customers asked him for thirty years: what exactly should I say?'] },
    mr: { name: 'ऑफिसचं इंग्रजी', short: 'बैठका, ईमेल आणि दूरध्वनी; मराठीतून समजावलेले.', about: ['नेमके काय म्हणायचे, हा प्रश्न हरीश पेंडसे यांना तीस वर्षे विचारला गेला. हे त्याचे उत्तर.'] },
    authors: ['harish-pendse'], directors: ['zeenat-shaikh'], artists: ['omkar-jadhav'],
    categories: ['lab-english'], price: [14900, 229], published: '2026-05-29',
    opening: 'बैठकीत बोलायचे आहे, पण मध्येच कसे बोलायचे? एवढेच म्हणा: May I add something? सगळे थांबतील.',
    parts: [
      { en: 'In the meeting', mr: 'बैठकीत', text: 'मला एक सांगायचे आहे: May I add something? मला नीट कळले नाही: Could you say that again, please? मी सहमत आहे: I agree. मी सहमत नाही, पण भांडायचे नाही: I see it a little differently.' },
      { en: 'On the telephone', mr: 'दूरध्वनीवर', text: 'कोण बोलतंय: May I know who is calling? जरा थांबा: One moment, please. ते जागेवर नाहीत: He is away from his desk. निरोप देऊ का: May I take a message?' },
      { en: 'In the mail', mr: 'ईमेलमध्ये', text: 'सोबत जोडले आहे: Please find it attached. उत्तराची वाट पाहतो: I look forward to your reply. उशिराबद्दल क्षमस्व: I am sorry for the delay. आणि शेवटी: With regards.' },
    ],
  },
  {
    key: 'marathi-in-the-market',
    type: 'languagelab', spoken: 'en', voice: 'female',
    en: { name: 'Marathi in the Market', short: 'Numbers, vegetables and the fine art of free coriander.', about: ['A course that can be finished between the bus stop and the fruit seller. By the end you will be able to ask, refuse, bargain and be forgiven.'] },
    mr: { name: 'बाजारातली मराठी', short: 'आकडे, भाज्या आणि फुकट कोथिंबिरीची कला.', about: ['बसथांबा ते फळवाला एवढ्या वेळात पूर्ण होणारा अभ्यासक्रम. शेवटी तुम्हाला विचारता येईल, नाकारता येईल, घासाघीस करता येईल आणि माफीही मिळेल.'] },
    authors: ['gauri-inamdar'], directors: ['zeenat-shaikh'], artists: ['kavya-menon', 'mukta-sathe'],
    categories: ['lab-spoken', 'lab-beginners'], price: [9900, 149], published: '2026-07-10',
    opening: 'How much is this? हे केवढ्याला? Too much! खूप महाग! And now smile, and wait. That is the whole lesson.',
    parts: [
      { en: 'How much?', mr: 'केवढ्याला?', text: 'How much are the tomatoes? टोमॅटो कसे दिले? Forty rupees a kilo: चाळीस रुपये किलो. Give me half a kilo: अर्धा किलो द्या. A little more: थोडे अजून. Fresh? ताजे आहेत ना?' },
      { en: 'Bargaining', mr: 'घासाघीस', text: 'That is expensive: महाग आहे. Make it less: कमी करा ना. Last price? शेवटचे सांगा. All right: बरं, द्या. And the coriander? कोथिंबीर देणार ना? Do not pay for it. It would be an insult.' },
    ],
  },
  {
    key: 'lets-speak-english',
    type: 'languagelab', spoken: 'mr', voice: 'female',
    en: { name: 'Let’s Speak English', short: 'First sentences for grown-ups who left school a while ago.', about: ['No grammar for the first ten lessons. Only sentences that can be used the same day.'] },
    mr: { name: 'इंग्रजी बोलू या', short: 'शाळा सुटून काही काळ झालेल्या मोठ्यांसाठी पहिली वाक्ये.', about: ['पहिले दहा धडे व्याकरण नाही. फक्त त्याच दिवशी वापरता येतील अशी वाक्ये.'] },
    authors: ['harish-pendse'], directors: ['zeenat-shaikh'], artists: ['mukta-sathe'],
    categories: ['lab-english'], price: [9900, 149], family: true, published: '2026-03-13',
    opening: 'चुकले तरी चालेल. चुकणारा माणूस बोलतो, न चुकणारा गप्प बसतो. चला, म्हणा: I am learning English.',
    parts: [
      { en: 'At the door', mr: 'दारात', text: 'या, आत या: Please come in. बसा: Have a seat. पाणी घेणार का: Would you like some water? परत या: Come again.' },
      { en: 'On the road', mr: 'रस्त्यावर', text: 'स्टेशन कुठे आहे: Where is the station? किती वेळ लागेल: How long will it take? इथेच थांबवा: Please stop here. सुटे नाहीत: I do not have change.' },
    ],
  },
  {
    key: 'marathi-for-nurses',
    type: 'languagelab', spoken: 'en', voice: 'female',
    institute: 'Sahyadri Institute of Languages',
    en: { name: 'Marathi for Nurses', short: 'The words of the ward: pain, sleep, family, courage. A course of the Sahyadri Institute of Languages.', about: ['Made with the nurses of three hospitals who came to Maharashtra from other states. It begins with where it hurts and ends with what to say when there is nothing to say.', 'Institute students receive a certificate after the last exercise.'] },
    mr: { name: 'परिचारिकांसाठी मराठी', short: 'रुग्णालयातले शब्द: वेदना, झोप, नातेवाईक, धीर. सह्याद्री भाषा संस्थेचा अभ्यासक्रम.', about: ['इतर राज्यांतून महाराष्ट्रात आलेल्या, तीन रुग्णालयांतल्या परिचारिकांसोबत तयार केलेला. सुरुवात कुठे दुखते याने, आणि शेवट काहीच बोलण्यासारखे नसते तेव्हा काय बोलावे याने.', 'संस्थेच्या विद्यार्थ्यांना शेवटच्या सरावानंतर प्रमाणपत्र मिळते.'] },
    authors: ['gauri-inamdar'], directors: ['zeenat-shaikh'], artists: ['kavya-menon', 'mukta-sathe'],
    categories: ['lab-spoken'], price: [29900, 449], published: '2026-09-01',
    opening: 'Where does it hurt? कुठे दुखतंय? Ask it softly. In this course, the voice is half of the grammar.',
    parts: [
      { en: 'Where does it hurt?', mr: 'कुठे दुखतंय?', text: 'Where does it hurt? कुठे दुखतंय? Since when? कधीपासून? Does it hurt here? इथे दुखतंय का? A lot, or a little? खूप, की थोडं? I will call the doctor: मी डॉक्टरांना बोलावते.' },
      { en: 'Day and night', mr: 'दिवस आणि रात्र', text: 'Did you sleep? झोप लागली का? Did you eat? जेवलात का? Please take this tablet: ही गोळी घ्या. With water: पाण्यासोबत. Now rest: आता आराम करा.' },
      { en: 'Courage', mr: 'धीर', text: 'Do not worry: काळजी करू नका. I am here: मी इथे आहे. It will be better tomorrow: उद्या बरं वाटेल. And when there is nothing to say, hold the hand, and say nothing.' },
    ],
  },
]

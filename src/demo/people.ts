import type { PersonRow } from '#contract/import/import.ts'

type Lines = [name: string, short: string, long: string]

function person(key: string, en: Lines, mr: Lines, popular?: number): PersonRow {
  return {
    key,
    translations: {
      en: { name: en[0], shortDescription: en[1], description: `<p>${en[2]}</p>` },
      mr: { name: mr[0], shortDescription: mr[1], description: `<p>${mr[2]}</p>` },
    },
    photo: `people/${key}.webp`,
    ...(popular !== undefined && { popular }),
  }
}

/** The three classical authors are history; everybody else is invented. */
export const people: PersonRow[] = [
  person(
    'sant-dnyaneshwar',
    [
      'Sant Dnyaneshwar',
      'Thirteenth-century poet who gave Marathi its first great book.',
      'Dnyaneshwar of Alandi was still in his teens when he spoke the Dnyaneshwari at Nevasa: nine thousand verses that unfold the Gita in the speech of farmers and water-carriers. He asked for nothing at the end of it but kindness between all living things, and that prayer, the Pasaydan, is still said aloud in schools across Maharashtra every morning.',
    ],
    [
      'संत ज्ञानेश्वर',
      'मराठीला पहिला महाग्रंथ देणारे तेराव्या शतकातील संतकवी.',
      'आळंदीच्या ज्ञानेश्वरांनी ऐन तारुण्यात नेवासे येथे ज्ञानेश्वरी सांगितली. गीतेतले तत्त्वज्ञान त्यांनी शेतकऱ्यांच्या आणि पाणक्यांच्या बोलीत, नऊ हजार ओव्यांतून उलगडले. शेवटी स्वतःसाठी काही न मागता त्यांनी साऱ्या विश्वासाठी पसायदान मागितले; ते आजही महाराष्ट्रातल्या शाळाशाळांतून रोज म्हटले जाते.',
    ],
    1,
  ),
  person(
    'sant-tukaram',
    [
      'Sant Tukaram',
      'Grocer of Dehu, and the most quoted poet in Marathi.',
      'Tukaram kept a shop in Dehu, lost it in a famine, and turned his plain, quarrelsome, tender conversation with Vitthal into more than four thousand abhangs. Lines of his have long since become proverbs, used daily by people who could not say where they come from.',
    ],
    [
      'संत तुकाराम',
      'देहूचे वाणी आणि मराठीतले सर्वांत जास्त उद्धृत होणारे कवी.',
      'देहूत दुकान चालवणाऱ्या तुकारामांचे सारे दुष्काळात गेले, आणि विठ्ठलाशी चाललेला त्यांचा सरळ, भांडखोर, हळवा संवाद चार हजारांहून अधिक अभंगांत उतरला. त्यांच्या कितीतरी ओळी आज म्हणी झाल्या आहेत; त्या कुठून आल्या हे ठाऊक नसणारेही त्या रोज वापरतात.',
    ],
    2,
  ),
  person(
    'vishnu-sharma',
    [
      'Vishnu Sharma',
      'The teacher who taught three princes with animal stories.',
      'Tradition says that a king despaired of his three idle sons and sent them to the old scholar Vishnu Sharma, who promised to make them wise in six months. He did it with jackals, crows, monkeys and a crocodile, and the five books of the Panchatantra have travelled the world ever since.',
    ],
    [
      'विष्णुशर्मा',
      'प्राण्यांच्या गोष्टींतून तीन राजपुत्रांना शहाणे करणारे गुरू.',
      'तीन आळशी राजपुत्रांना कंटाळलेल्या राजाने त्यांना वृद्ध पंडित विष्णुशर्म्याकडे पाठवले. सहा महिन्यांत यांना शहाणे करतो, असे वचन देऊन त्याने कोल्हे, कावळे, माकडे आणि एक मगर यांच्या गोष्टी सांगितल्या. पंचतंत्राची ती पाच पुस्तके तेव्हापासून जगभर फिरत आहेत.',
    ],
    5,
  ),
  person(
    'a-v-kulkarni',
    [
      'A. V. Kulkarni',
      'Writes historical novels from the foot of the forts, not from the throne.',
      'A. V. Kulkarni taught history in Bhor for thirty years and walked to a fort every second Sunday. His novels belong to the people whom chronicles leave out: lamp-keepers, grass-cutters, the woman who sells buttermilk at the gate.',
    ],
    [
      'अ. वि. कुलकर्णी',
      'सिंहासनाऐवजी गडाच्या पायथ्याकडून इतिहास पाहणारे कादंबरीकार.',
      'अ. वि. कुलकर्णी यांनी भोरमध्ये तीस वर्षे इतिहास शिकवला आणि दर दुसऱ्या रविवारी एक गड चढला. बखरींनी वगळलेली माणसे त्यांच्या कादंबऱ्यांत भेटतात: दिवा राखणारे, गवत कापणारे, दरवाजाशी ताक विकणारी बाई.',
    ],
    3,
  ),
  person(
    'meera-joshi',
    [
      'Meera Joshi',
      'Essayist and letter-writer with an ear for rain.',
      'Meera Joshi worked in the post office at Wai before she wrote her first book, and says she learned everything about prose from addresses. Her essays are short, observant and rarely end where they seemed to be going.',
    ],
    [
      'मीरा जोशी',
      'पावसाकडे कान असलेल्या ललित लेखिका.',
      'पहिले पुस्तक लिहिण्यापूर्वी मीरा जोशी वाईच्या टपाल कार्यालयात काम करत होत्या. गद्य लिहायला मी पाकिटांवरच्या पत्त्यांकडून शिकले, असे त्या म्हणतात. त्यांचे लेख छोटे, बारकाईने पाहणारे असतात आणि जिथे निघाल्यासारखे वाटतात तिथे सहसा पोहोचत नाहीत.',
    ],
    4,
  ),
  person(
    'r-v-gokhale',
    [
      'R. V. Gokhale',
      'Mysteries set in the lanes of old Pune.',
      'R. V. Gokhale repaired typewriters on Laxmi Road until there were none left to repair. His detective stories are patient, dry and fair: every clue lies in plain sight, usually under a cup of tea.',
    ],
    [
      'र. वि. गोखले',
      'जुन्या पुण्याच्या गल्लीबोळांतल्या रहस्यकथांचे लेखक.',
      'दुरुस्तीला टंकलेखन यंत्रे उरली नाहीत तोवर र. वि. गोखले लक्ष्मी रस्त्यावर ती दुरुस्त करत होते. त्यांच्या रहस्यकथा संयमी, कोरड्या विनोदाच्या आणि प्रामाणिक असतात: प्रत्येक धागा समोरच असतो, बहुधा चहाच्या कपाखाली.',
    ],
    6,
  ),
  person(
    'anand-sawant',
    [
      'Anand Sawant',
      'Railwayman, walker, keeper of timetables.',
      'Anand Sawant drove goods engines through the Bor Ghat for twenty-two years. He now walks the lines he used to drive and reports on what the windows never showed him.',
    ],
    [
      'आनंद सावंत',
      'रेल्वेचालक, भटके आणि वेळापत्रकांचे संग्राहक.',
      'आनंद सावंत यांनी बोरघाटातून बावीस वर्षे मालगाड्या चालवल्या. ज्या वाटांवरून इंजिन नेले, त्या वाटा आता ते पायी तुडवतात आणि खिडकीतून कधीच न दिसलेल्या गोष्टी सांगतात.',
    ],
    7,
  ),
  person(
    'tara-apte',
    [
      'Tara Apte',
      'Novelist of families, orchards and unfinished arguments.',
      'Tara Apte grew up between Ratnagiri and Dadar and writes in English with Marathi punctuation. Her second novel, <em>Mangoes in March</em>, was written in one summer at her grandmother’s dining table.',
    ],
    [
      'तारा आपटे',
      'कुटुंबे, बागा आणि अर्धवट राहिलेली भांडणे यांच्या कादंबरीकार.',
      'तारा आपटे रत्नागिरी आणि दादर यांच्यामध्ये वाढल्या. त्या इंग्रजीत लिहितात, पण विरामचिन्हे मराठीची असतात. <em>मार्चमधले आंबे</em> ही त्यांची दुसरी कादंबरी एका उन्हाळ्यात आजीच्या जेवणाच्या टेबलावर लिहिली गेली.',
    ],
    8,
  ),
  person(
    's-d-patil',
    [
      'S. D. Patil',
      'Retells old stories for new ears.',
      'S. D. Patil was headmaster of a two-room school near Karad. He tested every retelling on the back row; if anybody there looked out of the window, the page was written again.',
    ],
    [
      'स. दा. पाटील',
      'जुन्या गोष्टी नव्या कानांसाठी सांगणारे गुरुजी.',
      'स. दा. पाटील कराडजवळच्या दोन खोल्यांच्या शाळेचे मुख्याध्यापक होते. प्रत्येक गोष्ट ते शेवटच्या बाकावर तपासून पाहत; तिथल्या कुणी खिडकीबाहेर पाहिले, की पान पुन्हा लिहिले जाई.',
    ],
  ),
  person(
    'priya-lele',
    [
      'Priya Lele',
      'Writes for children who are not sleepy yet.',
      'Priya Lele is an astronomer by training and a bedtime reader by necessity. Her stories for children are full of true stars and entirely invented animals.',
    ],
    [
      'प्रिया लेले',
      'अजून झोप न आलेल्या मुलांसाठी लिहिणाऱ्या लेखिका.',
      'प्रिया लेले यांचे शिक्षण खगोलशास्त्राचे, आणि रात्री गोष्ट सांगणे ही घरची गरज. त्यांच्या बालकथांत तारे खरे असतात आणि प्राणी पूर्ण काल्पनिक.',
    ],
  ),
  person(
    'vinaya-bhosale',
    [
      'Vinaya Bhosale',
      'Biographer of Maharashtra’s teachers and reformers.',
      'Vinaya Bhosale writes lives the way a good neighbour tells them: with dates where they matter and kitchens where they matter more.',
    ],
    [
      'विनया भोसले',
      'महाराष्ट्रातील शिक्षक आणि सुधारक यांच्या चरित्रकार.',
      'चांगला शेजारी जसे सांगेल, तशी विनया भोसले चरित्रे लिहितात: गरज असेल तिथे तारखा, आणि त्याहून गरज असेल तिथे स्वयंपाकघर.',
    ],
  ),
  person(
    'nikhil-ranade',
    [
      'Nikhil Ranade',
      'Explains science with whatever is on the table.',
      'Nikhil Ranade teaches physics at a night college and hosts <em>Questions of Science</em>. He owns four pendulums and no television.',
    ],
    [
      'निखिल रानडे',
      'टेबलावर असेल त्या वस्तूने विज्ञान समजावणारे शिक्षक.',
      'निखिल रानडे रात्रीच्या महाविद्यालयात भौतिकशास्त्र शिकवतात आणि <em>प्रश्न विज्ञानाचे</em> सादर करतात. त्यांच्याकडे चार लंबक आहेत आणि दूरचित्रवाणी संच एकही नाही.',
    ],
  ),
  person(
    'shubhada-kelkar',
    [
      'Shubhada Kelkar',
      'Cook, collector of recipes, gentle interviewer.',
      'Shubhada Kelkar has cooked in forty-one kitchens that were not her own and remembers the stove in each of them.',
    ],
    [
      'शुभदा केळकर',
      'सुगरण, पाककृतींच्या संग्राहक आणि प्रेमळ मुलाखतकार.',
      'शुभदा केळकर यांनी दुसऱ्यांच्या एकेचाळीस स्वयंपाकघरांत स्वयंपाक केला आहे, आणि प्रत्येकीतली चूल त्यांना आठवते.',
    ],
  ),
  person(
    'imran-mulani',
    [
      'Imran Mulani',
      'Stories from the drought country.',
      'Imran Mulani farms eleven acres in Sangola, most of them stones. His stories of the dry districts are funny before they are sad, which he says is also the order in which things happen there.',
    ],
    [
      'इम्रान मुलाणी',
      'दुष्काळी मुलखातल्या कथांचे लेखक.',
      'इम्रान मुलाणी सांगोल्यात अकरा एकर शेती करतात; त्यातली बरीचशी दगडांची. त्यांच्या कथा आधी हसवतात आणि मग अस्वस्थ करतात. आमच्याकडे घडतेही याच क्रमाने, असे ते म्हणतात.',
    ],
  ),
  person(
    'leela-fernandes',
    [
      'Leela Fernandes',
      'Novelist of the Konkan coast.',
      'Leela Fernandes comes from four generations of salt-pan keepers at Vasai. She writes about the sea the way others write about a difficult uncle.',
    ],
    [
      'लीला फर्नांडिस',
      'कोकण किनाऱ्याच्या कादंबरीकार.',
      'लीला फर्नांडिस यांच्या चार पिढ्या वसईच्या मिठागरांत गेल्या. इतर लोक एखाद्या तऱ्हेवाईक काकाबद्दल लिहितात, तसे त्या समुद्राबद्दल लिहितात.',
    ],
  ),
  person(
    'kedar-thatte',
    [
      'Kedar Thatte',
      'Tells a city one corner at a time.',
      'Kedar Thatte leads walks through Pune for people who have always lived there and always meant to look up.',
    ],
    [
      'केदार थत्ते',
      'एकेका कोपऱ्यातून शहर सांगणारे निवेदक.',
      'जे कायम पुण्यात राहिले आणि कायम वर पाहायचे राहून गेले, अशा लोकांसाठी केदार थत्ते पुण्यातून पदभ्रमंती आयोजित करतात.',
    ],
  ),
  person(
    'gauri-inamdar',
    [
      'Gauri Inamdar',
      'Teacher of Marathi to the whole world.',
      'Gauri Inamdar has taught Marathi to nurses from Kerala, engineers from Bihar and one ambassador. She believes that a language begins with asking the price of coriander.',
    ],
    [
      'गौरी इनामदार',
      'साऱ्या जगाला मराठी शिकवणाऱ्या बाई.',
      'गौरी इनामदार यांनी केरळच्या परिचारिकांना, बिहारच्या अभियंत्यांना आणि एका राजदूताला मराठी शिकवली आहे. भाषा कोथिंबिरीचा भाव विचारण्यापासून सुरू होते, असे त्यांचे म्हणणे आहे.',
    ],
  ),
  person(
    'harish-pendse',
    [
      'Harish Pendse',
      'Makes English and money less frightening.',
      'Harish Pendse spent his working life behind a bank counter in Satara, patiently explaining forms. He has not stopped.',
    ],
    [
      'हरीश पेंडसे',
      'इंग्रजी आणि पैसा यांची भीती घालवणारे शिक्षक.',
      'हरीश पेंडसे यांची नोकरी साताऱ्यातल्या बँकेच्या खिडकीमागे, शांतपणे अर्ज समजावून सांगण्यात गेली. ते काम त्यांनी अजूनही थांबवलेले नाही.',
    ],
  ),
  person(
    'savita-kamble',
    [
      'Savita Kamble',
      'Poet of edges: of the village, of the river, of sleep.',
      'Savita Kamble began by singing ovis at the grindstone with her mother in Pandharpur and still reads her poems aloud before she writes them down.',
    ],
    [
      'सविता कांबळे',
      'गावाच्या, नदीच्या आणि झोपेच्या कडेवरच्या कवयित्री.',
      'सविता कांबळे यांची सुरुवात पंढरपुरात आईसोबत जात्यावर ओव्या म्हणण्यापासून झाली. आजही त्या कविता आधी मोठ्याने म्हणतात आणि मग लिहितात.',
    ],
  ),
  person(
    'jayant-mirashi',
    [
      'Jayant Mirashi',
      'Science fiction with a Marathi heart.',
      'Jayant Mirashi designed pumps for a living and planets for pleasure. In his futures people still argue about whose turn it is to fetch the milk.',
    ],
    [
      'जयंत मिराशी',
      'मराठी काळजाच्या विज्ञानकथांचे लेखक.',
      'जयंत मिराशी यांनी पोटासाठी पंप आणि आनंदासाठी ग्रह आरेखित केले. त्यांच्या भविष्यकाळातही आज दूध कोणी आणायचे यावरून वाद होतात.',
    ],
  ),
  person(
    'ashwini-gadre',
    [
      'Ashwini Gadre',
      'Psychologist who recommends doing less.',
      'Ashwini Gadre practises in Nashik. Her exercises take less time than boiling rice, because that is when she tested them.',
    ],
    [
      'अश्विनी गद्रे',
      'कमी करा, असे सुचवणाऱ्या मानसतज्ज्ञ.',
      'अश्विनी गद्रे नाशिकमध्ये समुपदेशन करतात. त्यांचे सराव भात शिजायला लागतो त्याहून कमी वेळात होतात, कारण त्यांनी ते तेव्हाच करून पाहिले.',
    ],
  ),
  person(
    'bhau-shinde',
    [
      'Bhau Shinde',
      'Last of a family of travelling players.',
      'Bhau Shinde was born in a bullock cart between two performances and has been on the road, more or less, ever since.',
    ],
    [
      'भाऊ शिंदे',
      'फिरत्या तमाशा फडाच्या घराण्यातले लेखक.',
      'भाऊ शिंदे यांचा जन्म दोन खेळांच्या मधल्या प्रवासात, बैलगाडीत झाला. तेव्हापासून ते बहुतेक वाटेवरच आहेत.',
    ],
  ),
  person(
    'sayali-paranjape',
    [
      'Sayali Paranjape',
      'Director. Records rain only when it is real.',
      'Sayali Paranjape came to audio from the experimental stage in Pune and brought its silence with her.',
    ],
    [
      'सायली परांजपे',
      'दिग्दर्शिका. पाऊस खरा असेल तेव्हाच रेकॉर्ड करतात.',
      'सायली परांजपे पुण्याच्या प्रायोगिक रंगभूमीवरून ध्वनिमाध्यमात आल्या आणि तिथली शांतता सोबत घेऊन आल्या.',
    ],
  ),
  person(
    'milind-barve',
    [
      'Milind Barve',
      'Director of serials with many doors.',
      'Milind Barve is known for stories in which one can hear the size of every room.',
    ],
    [
      'मिलिंद बर्वे',
      'अनेक दरवाजे असलेल्या मालिकांचे दिग्दर्शक.',
      'प्रत्येक खोलीचा आकार कानांना कळावा, अशा कथांसाठी मिलिंद बर्वे ओळखले जातात.',
    ],
  ),
  person(
    'ojas-deo',
    [
      'Ojas Deo',
      'Director of children’s titles.',
      'Ojas Deo directs from the floor, because that is where the listeners are.',
    ],
    ['ओजस देव', 'बालकथांचे दिग्दर्शक.', 'ओजस देव जमिनीवर बसून दिग्दर्शन करतात, कारण श्रोतेही तिथेच बसलेले असतात.'],
  ),
  person(
    'zeenat-shaikh',
    [
      'Zeenat Shaikh',
      'Director of courses and devotional readings.',
      'Zeenat Shaikh trained as a classical singer in Miraj and listens for breath before she listens for words.',
    ],
    [
      'झीनत शेख',
      'अभ्यासक्रम आणि भक्तिवाचन यांच्या दिग्दर्शिका.',
      'झीनत शेख यांनी मिरजेत शास्त्रीय गायनाचे शिक्षण घेतले. त्या शब्दांच्या आधी श्वास ऐकतात.',
    ],
  ),
  person(
    'ameya-waghmare',
    [
      'Ameya Waghmare',
      'Narrator with a fort-sized voice.',
      'Ameya Waghmare reads history and adventure. In this demo shop the part of his voice is played by a computer.',
    ],
    [
      'अमेय वाघमारे',
      'गडाएवढ्या आवाजाचे निवेदक.',
      'अमेय वाघमारे इतिहास आणि साहसकथा वाचतात. या डेमोमध्ये त्यांच्या आवाजाची भूमिका संगणकाने केली आहे.',
    ],
  ),
  person(
    'renuka-datar',
    [
      'Renuka Datar',
      'Narrator of letters, essays and long evenings.',
      'Renuka Datar reads as if the page had been written to her. In this demo shop the part of her voice is played by a computer.',
    ],
    [
      'रेणुका दातार',
      'पत्रे, ललित लेख आणि लांब संध्याकाळी यांच्या निवेदिका.',
      'पान आपल्यालाच लिहिले आहे, अशा आपुलकीने रेणुका दातार वाचतात. या डेमोमध्ये त्यांच्या आवाजाची भूमिका संगणकाने केली आहे.',
    ],
  ),
  person(
    'omkar-jadhav',
    [
      'Omkar Jadhav',
      'Narrator of mysteries and of the drought country.',
      'Omkar Jadhav can lower his voice until a room leans in. In this demo shop the part of his voice is played by a computer.',
    ],
    [
      'ओंकार जाधव',
      'रहस्यकथा आणि ग्रामीण कथांचे निवेदक.',
      'ओंकार जाधव आवाज इतका खाली आणतात, की सारी खोली पुढे झुकते. या डेमोमध्ये त्यांच्या आवाजाची भूमिका संगणकाने केली आहे.',
    ],
  ),
  person(
    'sharvari-nene',
    [
      'Sharvari Nene',
      'Narrator for children and for those who read to them.',
      'Sharvari Nene does nineteen animals and one very convincing spoon. In this demo shop the part of her voice is played by a computer.',
    ],
    [
      'शर्वरी नेने',
      'मुलांच्या आणि त्यांना गोष्ट सांगणाऱ्यांच्या निवेदिका.',
      'शर्वरी नेने एकोणीस प्राण्यांचे आवाज काढतात आणि एका चमच्याचाही. या डेमोमध्ये त्यांच्या आवाजाची भूमिका संगणकाने केली आहे.',
    ],
  ),
  person(
    'daniel-dsouza',
    [
      'Daniel D’Souza',
      'English narrator from Bandra.',
      'Daniel D’Souza reads novels slowly and menus quickly. In this demo shop the part of his voice is played by a computer.',
    ],
    [
      'डॅनियल डिसूझा',
      'वांद्र्याचे इंग्रजी निवेदक.',
      'डॅनियल डिसूझा कादंबऱ्या सावकाश वाचतात आणि खाद्यपदार्थांची यादी झटपट. या डेमोमध्ये त्यांच्या आवाजाची भूमिका संगणकाने केली आहे.',
    ],
  ),
  person(
    'kavya-menon',
    [
      'Kavya Menon',
      'English narrator of quiet books.',
      'Kavya Menon learned Marathi at twenty-six and English from her grandmother’s radio. In this demo shop the part of her voice is played by a computer.',
    ],
    [
      'काव्या मेनन',
      'शांत पुस्तकांच्या इंग्रजी निवेदिका.',
      'काव्या मेनन मराठी सव्विसाव्या वर्षी शिकल्या आणि इंग्रजी आजीच्या रेडिओवरून. या डेमोमध्ये त्यांच्या आवाजाची भूमिका संगणकाने केली आहे.',
    ],
  ),
  person(
    'pandurang-gurav',
    [
      'Pandurang Gurav',
      'Reader of ovi and abhang.',
      'Pandurang Gurav walks the wari to Pandharpur each year and reads the saints at walking pace. In this demo shop the part of his voice is played by a computer.',
    ],
    [
      'पांडुरंग गुरव',
      'ओवी आणि अभंग यांचे निवेदक.',
      'पांडुरंग गुरव दरवर्षी पंढरीची वारी करतात आणि संतवाणी वारीच्याच चालीने वाचतात. या डेमोमध्ये त्यांच्या आवाजाची भूमिका संगणकाने केली आहे.',
    ],
  ),
  person(
    'mukta-sathe',
    [
      'Mukta Sathe',
      'Narrator of courses and of poems.',
      'Mukta Sathe pronounces every letter as if it had paid for a seat. In this demo shop the part of her voice is played by a computer.',
    ],
    [
      'मुक्ता साठे',
      'अभ्यासक्रम आणि कविता यांच्या निवेदिका.',
      'प्रत्येक अक्षराने तिकीट काढले आहे, अशा आदराने मुक्ता साठे उच्चार करतात. या डेमोमध्ये त्यांच्या आवाजाची भूमिका संगणकाने केली आहे.',
    ],
  ),
]

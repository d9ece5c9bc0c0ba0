/** What the page of auditions says, and what a listener types there. */
export const MESSAGES = {
  en: {
    fields: {
      first_name: 'First name',
      last_name: 'Last name',
      mobile: 'Mobile',
      email: 'Email',
      city: 'City',
      project_name: 'Project name',
    },
    ...{
      birth: 'Date of birth (optional)',
      country: 'Country',
      file: 'Recorded file (up to 10 MB)',
      yes: 'Yes',
      no: 'No',
    },
    ...{
      home: 'Do you have a recording set-up at home?',
      professional: 'Are you a professional voice artist?',
      gender: 'Female',
    },
    ...{
      human: 'I am a human',
      terms: 'I have read the terms of auditions and agree.',
      send: 'Send the audition',
      required: 'This field is required',
    },
    ...{
      signInFirst: 'Please sign in first',
      signIn: 'Sign in',
      later: 'Look at the form first',
      done: 'Your audition is with us',
      close: 'Done',
    },
    thanks:
      'Thank you for your participation. Your audition application is submitted successfully. You will hear soon from us.',
  },
  mr: {
    fields: {
      first_name: 'नाव',
      last_name: 'आडनाव',
      mobile: 'मोबाइल',
      email: 'ई-मेल',
      city: 'शहर',
      project_name: 'प्रकल्पाचे नाव',
    },
    ...{
      birth: 'जन्मतारीख (ऐच्छिक)',
      country: 'देश',
      file: 'रेकॉर्डिंग (१० एमबीपर्यंत)',
      yes: 'हो',
      no: 'नाही',
    },
    ...{ home: 'घरी रेकॉर्डिंगची सोय आहे का?', professional: 'तुम्ही व्यावसायिक आवाज कलाकार आहात का?', gender: 'स्त्री' },
    ...{
      human: 'मी माणूस आहे',
      terms: 'आवाज चाचणीच्या अटी मी वाचल्या आहेत आणि त्या मला मान्य आहेत.',
      send: 'आवाज चाचणी पाठवा',
      required: 'हे भरणे आवश्यक आहे',
    },
    ...{
      signInFirst: 'आधी लॉग इन करा',
      signIn: 'लॉग इन करा',
      later: 'आधी अर्ज पाहा',
      done: 'तुमची आवाज चाचणी मिळाली',
      close: 'ठीक आहे',
    },
    thanks: 'सहभागाबद्दल धन्यवाद. तुमचा आवाज चाचणीचा अर्ज यशस्वीरीत्या जमा झाला आहे. आम्ही लवकरच तुम्हाला कळवू.',
  },
} as const
export type Locale = keyof typeof MESSAGES
export const TYPED = {
  en: { mobile: '+1 212-555-0100', city: 'Pune', project_name: 'Panchatantra 2', birth: '21/11/1990' },
  mr: { mobile: '९८७६५ ४३२१०', city: 'कोल्हापूर', project_name: 'पंचतंत्र २', birth: '२१/११/१९९०' },
} as const

/** The texts about a buyer who chose an address and a card at Amazon. */
export const AMAZON = {
  title: 'Údaje z Amazon Pay',
  source: 'Vybrali jste je na Amazonu a upravit je můžete tam.',
  contact: 'Kontakt',
  address: 'Doručovací adresa',
  changeAddress: 'Změnit adresu',
  changePayment: 'Změnit kartu',
  unusableAddress:
    'Adresu, kterou jste vybrali na Amazonu, tu použít nejde. Vyberte tam prosím jinou, nebo ji vyplňte zde.',
  unavailable:
    'Amazon se nám teď nedaří otevřít, a tak tu adresu ani kartu změnit nejde. Zkuste to prosím znovu, nebo zvolte jiný způsob platby, a údaje upravíte přímo zde.',
  again: 'Zkusit znovu',
  otherwise: 'Zaplatit jinak',
} as const;

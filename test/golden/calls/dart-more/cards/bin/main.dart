import 'package:cards/cards.dart' as cards;

void announce(cards.Player player) => print(describe(player.name));

String describe(String name) => name.shout();

extension on String {
  String shout() => toUpperCase();
}

Future<void> main() async {
  final ada = cards.Player('Ada');
  final bob = cards.Player('Bob', strategy: cards.Scripted(first));
  final game = cards.Game([ada, bob], onWin: announce);
  final winner = await game.round();
  announce(winner);
  game.deck.drawn.listen((card) => card.compareTo(cards.Card.parse('h2')));
  final hand = cards.Hand()
    ..put(const cards.Card(cards.Suit.hearts, 3))
    ..bump();
  hand.strongest().suit.symbol;
}

cards.Card first(cards.Hand hand) => hand.draw();

using System;

namespace Shop.Domain;

public abstract class Shape
{
    public abstract double Area();

    public string Text() => $"{Name()} {Area()}";

    protected virtual string Name() => "shape";

    public static Shape Create(string kind) => kind switch
    {
        "circle" => new Circle(1),
        _ => new Square(2),
    };
}

public sealed class Circle(double radius) : Shape
{
    public override double Area() => Square(radius) * 3.14;

    public double Radius() => radius;

    private static double Square(double x) => x * x;
}

public sealed class Square : Shape
{
    private readonly double _side;

    public Square(double side) => _side = side;

    public override double Area() => _side * _side;
}
